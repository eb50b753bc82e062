//@ property: unreach
//@ truth: true
//@ expect(sign): true
// The sign of a product of positive constants is known without knowing the product.
extern void reach_error(void);

int main(void) {
    int scale = 3;
    int result = scale * scale;
    if (scale < 0) {
        reach_error();
    }
    return result;
}
