/** Functions that tell what a variable of the environment holds. */
export const getting = /^(?:(?:os\.)?getenv|Sys\.getenv|os\.Getenv)$/;
/** What a function without a name begins with. */
export const defining = /^(?:lambda|function|async|sub|def|proc)$/;
/** What a function with a name begins with, and one that is assigned. */
export const definingNamed = /^(?:def|defp|function|sub|fn|func|lambda)$/;
/** What may stand before an expression. */
export const before = /^(?:new|await|return|yield|my|our|local|const|let|var|not|typeof|delete|void|print)$/;
/** What may stand behind a value without being one. */
export const following = /^(?:in|if|else|while|for|do)$/;
/** Functions whose arguments may stand behind them without brackets. */
export const listing = /^(?:join|reverse|sprintf|lc|uc)$/;
/** Values that are no texts. */
export const literal = /^(?:None|nil|null|undef|undefined|True|False|true|false)$/;
/** What takes an element of a list apart from the next. */
export const looping = /^(?:for|async)$/;
