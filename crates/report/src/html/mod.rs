//! The report of a verification as one page that needs nothing else: no network, no library, no other file.
//!
//! What the page shows is a value ([`Page`]) that `--out` writes down, with the reached graph beside it, so that the page
//! can be made later. Layouts are computed here ([`flow`], [`states`]); the page only draws what is in view. Texts of
//! the program reach the page as data and are set as text there, never as markup.

pub mod flow;
mod page;
pub mod states;

pub use page::{MemoryAt, Page, SourceFile};

use argand_cpa::Graph;
use serde::Serialize;
use serde_json::Value;

const MARKUP: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// The script in the order in which its parts need each other.
const SCRIPT: [&str; 7] = [
    include_str!("page/core.js"),
    include_str!("page/overview.js"),
    include_str!("page/source.js"),
    include_str!("page/flow.js"),
    include_str!("page/states.js"),
    include_str!("page/map.js"),
    include_str!("page/main.js"),
];

/// A text as it can stand in HTML and XML, in attributes too.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(c),
            // XML has no words for these, not even escaped ones.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A value as JSON that can stand inside a script element: nothing in it ends the element or begins a comment.
fn embedded(value: &impl Serialize) -> String {
    // Plain data with texts as keys can always be written.
    let text = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
    // Outside of strings JSON has none of these characters.
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

#[derive(Serialize)]
struct Data<'a> {
    page: &'a Page,
    arg: Option<states::Columns<'a>>,
}

/// The page as one HTML file.
#[must_use]
pub fn html(page: &Page, graph: Option<&Graph>) -> String {
    let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
    let verdict = text(&page.results["verdict"]);
    let outcome = verdict.split('(').next().unwrap_or("").to_lowercase();
    let files = page.results["program"]["files"].as_array().into_iter().flatten().map(text);
    let title = format!("Argand: {}", files.collect::<Vec<_>>().join(", "));
    let data = Data { page, arg: graph.map(states::Columns::of) };
    let mut out = String::new();
    let mut rest = MARKUP;
    // One pass: what is filled in is never looked at for more to fill in.
    while let Some((before, after)) = rest.split_once('@') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('@') else {
            rest = after;
            break;
        };
        match name {
            "TITLE" => out.push_str(&escape(&title)),
            "VERDICT" => out.push_str(&escape(&verdict)),
            "OUTCOME" => out.push_str(&escape(&outcome)),
            "STYLE" => out.push_str(STYLE),
            "DATA" => out.push_str(&embedded(&data)),
            "SCRIPT" => out.extend(SCRIPT),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;
    use serde_json::json;

    const HOSTILE: &str = "</script><script>alert('x')</script><!--<img src=x onerror=alert(1)>@DATA@&amp;";

    fn hostile() -> Page {
        Page {
            results: json!({"verdict": "FALSE(unreach-call)", "program": {"files": [HOSTILE]}, "reasons": [{"text": HOSTILE}]}),
            configuration: HOSTILE.to_owned(),
            statistics: HOSTILE.to_owned(),
            files: vec![SourceFile { name: HOSTILE.to_owned(), lines: vec![(1, HOSTILE.to_owned())] }],
            ..Page::default()
        }
    }

    #[test]
    fn texts_of_the_program_are_never_markup() {
        let mut graph = sample();
        graph.facts[0] = HOSTILE.to_owned();
        graph.files[0] = HOSTILE.to_owned();
        let text = html(&hostile(), Some(&graph));
        assert!(!text.contains("<script>alert"), "a text became a script");
        assert!(!text.contains("<img src=x"), "a text became an image");
        assert_eq!(text.matches("</script>").count(), 2, "a text ended a script");
        assert_eq!(text.matches("<script").count(), 2);
        assert!(!text.contains("<!--"));
        assert!(text.contains("<title>Argand: &lt;/script&gt;"));
    }

    #[test]
    fn the_data_is_read_back_as_it_was() {
        let text = html(&hostile(), None);
        let start = text.find("id=\"data\">").map_or(0, |at| at + 10);
        let end = text[start..].find("</script>").map_or(0, |at| start + at);
        let data: Value = serde_json::from_str(&text[start..end]).expect("JSON");
        assert_eq!(data["page"]["files"][0]["name"], HOSTILE);
        assert_eq!(data["page"]["configuration"], HOSTILE);
        assert!(data["arg"].is_null());
    }

    #[test]
    fn nothing_is_fetched() {
        let text = html(&hostile(), Some(&sample())).replace("http://www.w3.org/2000/svg", "");
        for way in ["src=\"http", "href=\"http", "@import", "url(http", "fetch(", "XMLHttpRequest", "import("]
        {
            assert!(!text.contains(way), "{way}");
        }
        assert!(text.contains("default-src 'none'"));
    }
}
