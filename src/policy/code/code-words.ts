/** Functions that tell what a variable of the environment holds. */
export const getting = /^(?:(?:os\.)?getenv|Sys\.getenv|os\.Getenv)$/;
/** What a function without a name begins with. */
export const defining = /^(?:lambda|function|async|sub|def|proc)$/;
/** What may stand before an expression. */
export const before = /^(?:new|await|return|yield|my|our|local|const|let|var|not|typeof|delete|void|print)$/;
/** Values that are no texts. */
export const literal = /^(?:None|nil|null|undefined|True|False|true|false)$/;
/** What takes an element of a list apart from the next. */
export const looping = /^(?:for|async)$/;
