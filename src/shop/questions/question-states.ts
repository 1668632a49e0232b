/** The states of a question: nobody has looked at it yet, everybody sees it, or nobody does. Imports nothing, because the tables need them. */
export const questionStates = ["waiting", "published", "hidden"] as const;
export type QuestionState = (typeof questionStates)[number];
