// Grades for points, and a sum that only one combination of inputs makes.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int grade(int points) {
    if (points < 0 || points > 100) {
        return -1;
    }
    return points >= 75 ? 1 : points >= 50 ? 2 : 3;
}

int main(void) {
    int g = grade(__VERIFIER_nondet_int());
    unsigned char exams = __VERIFIER_nondet_uchar();
    int sum = 0;
    for (int i = 0; i < exams; i++) {
        sum += g;
    }
    if (sum == 21 && g == 3) {
        return 7;
    }
    return 0;
}
