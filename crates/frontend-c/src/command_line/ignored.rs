//! Options that change nothing of what a program means, by name.

/// Options that change nothing, as they stand.
pub(super) const ALONE: &str = "- -### -C -CC -E -H -P -S -c -emit-llvm -no-canonical-prefixes -no-integrated-as -no-pie -nodefaultlibs \
    -nolibc -nostartfiles -nostdlib -p -pass-exit-codes -pedantic -pedantic-errors -pg -pie -pipe -r -rdynamic \
    -remap -s -shared -shared-libgcc -static -static-libgcc -static-pie -symbolic -v -w --verbose";

/// Options that change nothing, with all that begins like them.
pub(super) const FAMILIES: &str =
    "-M -O -Q -W -d -g -specs= -save-temps -time --param= --coverage -coverage -Qunused-arguments -ObjC";

/// Options that change nothing and whose value may be the next word.
pub(super) const WITH_VALUE: &str = "--param -A -B -G -L -MF -MJ -MQ -MT -T -Xassembler -Xclang -Xlinker -arch -aux-info -dumpbase -dumpbase-ext \
    -dumpdir -e -l -mllvm -o -target -u -wrapper -z";

/// Options `-f…` and `-fno-…` that change nothing, by how the rest begins.
pub(super) const LANGUAGE: &str = "PIC PIE abi-version aggressive-loop align- allocation-dce allow-store-data-races analyzer ansi-escape \
    argument- asm async-exceptions asynchronous-unwind-tables auto-inc-dec auto-profile bit-tests blocks \
    bounds-check branch- builtin call-saved- call-used- caller-saves callgraph-info caret-diagnostics \
    cf-protection checking code-hoisting color-diagnostics combine-stack-adjustments compare- compat \
    cond-mismatch conserve-stack coverage- cprop-registers crossjumping cse- data-sections dbg- dce debug- \
    deduce- defer-pop delayed-branch delete- devirtualize diagnostics- direct-access-external-data \
    directives-only disable- dollars-in-identifiers dse dump- dwarf early-inlining eliminate- emit- enable- \
    exceptions excess-precision=standard expensive-optimizations experimental- extended-identifiers \
    fat-lto-objects file-prefix-map finite-loops fixed- float-store fold- force- forward-propagate \
    fp-contract=off fp-contract=on fp-int-builtin-inexact fp-model=precise fp-model=strict function-cse \
    function-sections gcse gnu-unique gnu-runtime graphite guess-branch-probability harden- help \
    hoist-adjacent-loads ident if-conversion indirect-inlining inhibit-size-directive inline integrated-as ipa- \
    ira- isolate- ivopts jump-tables keep- large-source-files lax-vector-conversions lifetime-dse limit- live- \
    loop- lra- lto macro- math-errno max- mem-report merge- message-length modulo-sched move-loop \
    non-call-exceptions nothrow-opt offload- omit- opt-info optimize- optimization-record partial-inlining \
    patchable- pcc-struct-return pch- peel-loops peephole permissive permitted-flt-eval-methods pic pie plt \
    plugin post-ipa- pre- predictive-commoning prefetch- preprocessed printf-return-value profile random-seed \
    record- ree reg-struct-return rename-registers reorder- report-bug rerun- reschedule- rounding-math rtti \
    sanitize save- sched section-anchors sel-sched selective- self-test semantic-interposition show- shrink-wrap \
    signaling-nans signed-bitfields simd-cost-model slp- spell-checking split- ssa- stack- standalone-debug \
    stdarg-opt store- strength-reduce strict-aliasing strict-enums strict-flex-arrays strict-overflow \
    strict-return strict-volatile-bitfields sync-libcalls syntax-only tabstop temp-file template- test-coverage \
    thin thread-jumps threadsafe-statics time- tls-model toplevel-reorder trace track-macro-expansion \
    trampolines trapping-math tree- trivial-auto-var-init unconstrained-commons unit-at-a-time unroll- \
    unsafe-loop-optimizations unswitch-loops unwind-tables use- validate- var-tracking \
    variable-expansion-in-unroller vect- vectorize verbose-asm version-loops visibility vpt vtable-verify web \
    whole-program working-directory wrapv xray- zero-";

/// Options `-m…` and `-mno-…` that change nothing, by how the rest begins.
pub(super) const MACHINE: &str = "3dnow 80387 8bit-idiv abm accumulate-outgoing-args adx aes align-data align-functions align-jumps \
    align-loops align-stringops amx- arch= asm= avx bmi branch-cost branches-within cet-switch cld clflushopt \
    clwb clzero cmodel= cpu= crc32 cx16 direct-extern-access enqcmd f16c fancy-math-387 fentry fma force- \
    fp-ret-in-387 fpmath=sse fsgsbase function-return fxsr general-regs-only gfni glibc hard-float harden-sls \
    hle hreset ieee-fp implicit-float incoming-stack-boundary indirect-branch inline- instrument-return kl \
    large-data-threshold long-calls long-double-80 lwp lzcnt manual-endbr mem mmx mov mwait nop-mcount \
    omit-leaf-frame-pointer pclmul pconfig pku popcnt prefer- preferred-stack-boundary prefetchwt1 prfchw \
    ptwrite push-args rdpid rdrnd rdseed record- red-zone regparm relax retpoline rtm sahf serialize sgx sha \
    shstk skip-rax-setup soft-float speculative-load-hardening sse ssse3 stack store-max stringop-strategy stv \
    tbm thumb tls- tsxldtrk tune uintr vaes vpclmulqdq vzeroupper waitpkg wbnoinvd widekl xop xsave";
