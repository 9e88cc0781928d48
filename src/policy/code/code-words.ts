/** Functions that return a variable of the environment. */
export const getting = /^(?:(?:os\.)?getenv|Sys\.getenv|os\.Getenv)$/;
/** Words that begin an anonymous function. */
export const defining = /^(?:lambda|function|async|sub|def|proc)$/;
/** Words that begin a named function, or an assigned one. */
export const definingNamed = /^(?:def|defp|function|sub|fn|func|lambda)$/;
/** Words that may precede an expression. */
export const before = /^(?:new|await|return|yield|my|our|local|const|let|var|not|typeof|delete|void|print)$/;
/** Words that may follow a value without being one. */
export const following = /^(?:in|if|else|while|for|do)$/;
/** Functions whose arguments need no parentheses. */
export const listing = /^(?:join|reverse|sprintf|lc|uc)$/;
/** Literals that are not strings. */
export const literal = /^(?:None|nil|null|undef|undefined|True|False|true|false)$/;
/** Words that separate an element of a list from a loop over it. */
export const looping = /^(?:for|async)$/;
