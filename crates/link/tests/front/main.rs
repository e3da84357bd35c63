//! The fronts over the real rules and a scripted engine, each protocol in its folder. The ids are
//! rows of the protocols' lists of requirements.

mod cecp;
mod script;
mod ucci;
mod uci;
