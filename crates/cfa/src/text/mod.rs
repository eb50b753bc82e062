//! The text form of programs: for people to read, for tests to write, and for tools to read back.
//!
//! [`print()`] and [`parse`] are inverse to each other. Everything has a number (`L4`, `E17`, `v3`), but only
//! locations need one in text that is written by hand: what has none is numbered in the order of the text.
//!
//! ```
//! use argand_cfa::testing::program;
//! let program = program(r"
//! cfa LP64                                  // the data model
//!
//! struct node {                             // laid out as C does it, or with size, align and offsets
//!   int value
//!   struct node* next
//! }
//!
//! static struct node* head
//!
//! extern __VERIFIER_nondet_int: int(void) = Nondet
//!
//! func length: int(struct node*) {
//!   entry L0 exit L1
//!   param struct node* list
//!   return int result
//!   L0 -> L2: result = 0                    // assignment
//!   L2 -> L3: [list != <struct node*>0]     // assume that it holds; <T> gives a constant its type
//!   L2 -> L1: ![list != <struct node*>0]    // assume that it does not
//!   L3 -> L4: result = result + 1
//!   L4 -> L2: list = list->next
//! }
//!
//! func main: int(void) {
//!   entry L5 exit L6
//!   local int n
//!   return int result
//!   L5 -> L7: n = call __VERIFIER_nondet_int()
//!   L7 -> L8: result = call length(head)
//!   L8 -> L6: result = result - n
//! }
//! ");
//! let length = program.find_function("length").expect("it was just defined");
//! assert_eq!(program.functions[length].params.len(), 1);
//! let text = argand_cfa::text::print(&program);
//! let again = argand_cfa::text::parse(&text).expect("what was printed can be read");
//! assert_eq!(argand_cfa::difference::structural_difference(&program, &again), None);
//! ```
//!
//! # Statements
//! One per line; a line that ends with a comma goes on. `…` may be left out:
//!
//! | statement | meaning |
//! |---|---|
//! | `cfa LP64` or `cfa ILP32` | the first line |
//! | `start f0`, `main f1` | where runs begin; without them the `startup` function, and `main` or the first function. A text without a startup function gets one that calls the main function. |
//! | `file F0 "a.c"` | a source file |
//! | `struct tag size 8 align 4 {`, members `int x @4+3 : 5`, `}` | a record; offsets in bytes and bits, widths of bit-fields. `struct tag incomplete` has no members. |
//! | `static int x extent 8 align 4 const undefined addressed @F0:1:5-6` | a variable at file scope or in a function; other kinds are `param`, `local`, `temp`, `return`, `string`, `labeladdr` |
//! | `func f: int(char*, ...) {` … `}` | a function; `library` and `startup` may come before `func` |
//! | `extern f: void(void) = Malloc` | a function without a body and what it does |
//! | `entry L0 exit L1` | where a body starts and ends |
//! | `halt L2`, `location L9` | the location where runs end; a location without edges |
//! | `label name: L4` | a label of the source |
//! | `E3: L0 -> L2: x = 1 b0=true @F0:3:5-9` | an edge with the branch it decides and its source |
//! | `b0: branch while @F0:3:5-9 cond @F0:3:12-20` | a branching construct |
//!
//! Edges carry `noop`, `[cond]`, `![cond]`, `place = expr`, `place = havoc Asm`,
//! `init x { x[0] = 1, x[1] = 2 }`, `declare x`, `declare x size n`, `dead x`, `call f(a) c0`,
//! `x = call f(a)`, `exit expr`, `abort`, `assert_fail`, `unreachable`, `unsupported "reason"`. The edges
//! that end the run lead to `halt`. A call of a function with a body is one line and three edges.
//!
//! # Types
//! A base and suffixes from left to right: `int*` is a pointer, `int*[3]` an array of pointers, `int[3]*` a
//! pointer to an array, `int(char, ...)*` a pointer to a function. Neighbouring `[]` are in C's order. `[]`
//! is an unknown length, `[*]` a variable one. `f()` and `f(? int)` have no prototype. `struct tag` and
//! `union tag` are records; where tags do not tell them apart, `struct tag#3` names record `R3`.
//!
//! # Expressions
//! C's operators and precedences, without conversions: operands must have the right types as they stand.
//! `@f` is the address of a function, `(T)x` a conversion, `<T>x` gives the node `x` another type than the
//! derived one and is needed for constants that have no suffix (`5`, `5u`, `5ul`, `2.5f`, `<char>5`,
//! `<int*>0`) and for memory that is read with another type (`<short>*p`). `bits(0x7ff0000000000000)` is a
//! floating constant by its bits. Intrinsics are applied by name: `Sqrt(x)`, `Overflows.Add<int>(a, b)`.
//!
//! # Names
//! A name means a variable of the function around it, or one at file scope; `x#3` means variable `v3`,
//! which is called `x`. Names that are no plain words stand in backquotes.

mod layout;
mod lex;
mod parse;
mod parse_body;
mod parse_expr;
mod print;
mod print_expr;
mod reader;
mod scope;
mod startup;
#[cfg(test)]
mod tests;
mod words;

pub use parse::parse;
pub(crate) use print::Pieces;
pub use print::{print, print_function, print_node};
pub(crate) use scope::Scope;
pub(crate) use words::{branch_kind, lib_fn, nondet, var_kind};
