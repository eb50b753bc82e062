//! The start-up function of programs that are written without one.

use crate::expr::{ExprKind, PlaceKind};
use crate::program::{Body, CallSite, FuncId, Function, HaltKind, Op, Origin, Program, Var, VarKind};
use crate::types::{FunctionType, IntKind, TypeKind};
use argand_support::{Diagnostic, Span};

/// Adds a function that calls the main function and halts with its result.
pub(super) fn add(program: &mut Program) -> Result<(), Diagnostic> {
    let main = program.main;
    if !program.functions[main].params.is_empty() {
        let message = "the main function has parameters, so the program needs a startup function";
        return Err(Diagnostic::error(message, Span::point(super::lex::TEXT_FILE, 1, 1)));
    }
    let void = program.types.void();
    let ty = program.types.intern(TypeKind::Function(FunctionType {
        ret: void,
        params: Box::default(),
        variadic: false,
        prototyped: true,
    }));
    let start: FuncId = program.functions.next_index();
    let [entry, after, exit] = std::array::from_fn(|_| program.add_loc(start));
    program.functions.push(Function {
        name: program.names.intern("_start"),
        ty,
        params: Vec::new(),
        ret: None,
        body: Body::Defined { entry, exit },
        origin: Origin::Startup,
        span: Span::NONE,
        addressed: false,
    });
    program.start = start;
    let dst = program.functions[main].ret.map(|ret| {
        let ty = program.vars[ret].ty;
        let name = program.names.intern("main_result");
        program.vars.push(Var {
            name,
            ty,
            kind: VarKind::Temp,
            func: Some(start),
            span: Span::NONE,
            addressed: false,
            extent: None,
            align: None,
            undefined: false,
        })
    });
    let site = CallSite { callee: main, args: Box::default(), dst, call: entry, after };
    program.add_call(site, Span::NONE);
    let int = program.types.int(IntKind::Int);
    let code = match dst {
        Some(dst) if program.vars[dst].ty == int => {
            let place = program.pool.place(PlaceKind::Var(dst), int);
            program.pool.expr(ExprKind::Load(place), int)
        }
        _ => program.pool.expr(ExprKind::Int(0), int),
    };
    program.add_edge(after, program.halt, Op::Halt(HaltKind::Exit(code)), Span::NONE);
    Ok(())
}
