//! Pixel trees as PNG.
//!
//! A palette of six colours in four bits for each pixel needs a handful of lines of PNG; `miniz_oxide` compresses, a crate
//! for all of PNG would bring four more.

use super::{Canvas, Pixel};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// The first bytes of every PNG file.
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a];
/// How hard to compress, of 10.
const EFFORT: u8 = 6;
/// Bits for each pixel, and the colour type that says that pixels are entries of a palette.
const FORMAT: [u8; 5] = [4, 3, 0, 0, 0];

/// The picture as a PNG file.
#[must_use]
pub fn png(canvas: &Canvas<'_>) -> Vec<u8> {
    let mut out = SIGNATURE.to_vec();
    let size = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
    let header = [&size(canvas.width)[..], &size(canvas.height), &FORMAT].concat();
    chunk(&mut out, b"IHDR", &header);
    let palette: Vec<u8> =
        std::iter::once([0xff; 3]).chain(Pixel::ALL.map(Pixel::colour)).flatten().collect();
    chunk(&mut out, b"PLTE", &palette);
    chunk(&mut out, b"IDAT", &compress_to_vec_zlib(&rows(canvas), EFFORT));
    chunk(&mut out, b"IEND", &[]);
    out
}

/// The rows of the picture, each after the number of its filter.
fn rows(canvas: &Canvas<'_>) -> Vec<u8> {
    let stride = 1 + canvas.width.div_ceil(2);
    let mut rows = vec![0u8; stride * canvas.height];
    for placed in &canvas.trees {
        for number in 0..placed.lines() {
            let line = placed.line(number);
            let start = placed.start(line.len());
            let top = super::canvas::MARGIN + number * placed.unit;
            for y in top..top + placed.unit {
                let row = &mut rows[y * stride + 1..(y + 1) * stride];
                for (at, &pixel) in line.iter().enumerate() {
                    for x in start + at * placed.unit..start + (at + 1) * placed.unit {
                        row[x / 2] |= (pixel as u8 + 1) << if x % 2 == 0 { 4 } else { 0 };
                    }
                }
            }
        }
    }
    rows
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let sum = crc32(&out[start..]);
    out.extend(sum.to_be_bytes());
}

/// The check sum of PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels::{Scale, Tree, arg};
    use crate::testing::sample;

    #[test]
    fn the_check_sum_is_that_of_png() {
        assert_eq!(crc32(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn pixels_are_where_the_tree_has_them() {
        let trees = [arg("loop", &sample())];
        let canvas = Canvas::new(&trees, Scale::Same, 3, 100);
        let stride = 1 + canvas.width.div_ceil(2);
        let rows = rows(&canvas);
        let at = |x: usize, y: usize| {
            let byte = rows[y * stride + 1 + x / 2];
            if x.is_multiple_of(2) { byte >> 4 } else { byte & 15 }
        };
        let row = |y: usize| -> Vec<u8> { (8..11).map(|x| at(x, 8 + y)).collect() };
        let code = |pixel: Pixel| pixel as u8 + 1;
        assert_eq!(row(0), [0, code(Pixel::Path), 0]);
        assert_eq!(row(2), [code(Pixel::Path), code(Pixel::Covered), code(Pixel::Plain)]);
        assert_eq!(row(3), [code(Pixel::Target), code(Pixel::Merged), 0]);
        assert_eq!(row(4), [0, 0, 0]);
    }

    #[test]
    fn trees_side_by_side_do_not_disturb_each_other() {
        let row = |n| vec![Pixel::Plain; n];
        let tree = |rows| Tree { title: String::new(), rows };
        let trees = [tree(vec![row(1), row(3)]), tree(vec![row(1)])];
        let canvas = Canvas::new(&trees, Scale::Own, 9, 9);
        let drawn: u32 = rows(&canvas).iter().map(|b| u32::from(b >> 4 != 0) + u32::from(b & 15 != 0)).sum();
        let wanted: usize = canvas.trees.iter().map(|p| p.tree.nodes() * p.unit * p.unit).sum();
        assert_eq!(drawn as usize, wanted);
        let file = png(&canvas);
        assert!(file.starts_with(&SIGNATURE) && file.ends_with(&[0xae, 0x42, 0x60, 0x82]));
    }
}
