// The value returned by main is reduced to eight bits
int main(void)
{
    int n = 0x1234;
    return n * 256 + 77;
}
