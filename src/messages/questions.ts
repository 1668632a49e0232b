/** Texts of questions and answers about tools: of visitors' pages and of the dashboard. */

export const questionsAndAnswers = "Questions and answers";
export const questionsAbout = (tool: string) => `Questions about ${tool}`;
export const questionsDescription = (tool: string) =>
	`What riders asked about ${tool}, and what the workshop answered.`;
export const noQuestions = "No questions yet.";
export const noOlderQuestions = "There are no older questions.";
export const notAnswered = "Not answered yet.";
export const promise = "Ask anything before you buy. We'll answer here and by e-mail.";
export const ask = "Ask a question";
export const more = "More questions";
export const pagesOfQuestions = "Pages of questions";
/** Before the name and the date. */
export const askedBy = (author: string) => `Asked by ${author}`;

/** The form. */
export const questionRequired = "Enter your question.";
export const question = "Your question";
export const questionHint = (name: string) =>
	`Once we've answered it, anyone can read it with your name, ${name}.`;
/** Before the shop's e-mail. */
export const aboutOrders = "Is it about an order? Write to {}.";
export const send = "Send question";
export const signInToAsk = "Sign in to ask";
export const signInHint = "You need an account so we can tell you when we've answered.";
export const notSold = "We no longer sell this tool, so questions are closed.";

/** What came of it. */
export const outcomes = {
	asked: "Thank you. We've received your question.",
	again: "You've asked this before. Once we've answered, you'll find it on this page.",
	too_many: "That's all the questions for today. Ask more tomorrow, or write to us.",
} as const;
export const mailComes = (email: string) => `We'll write to ${email} as soon as we've answered.`;
export const mailNeedsVerification =
	"To hear by e-mail when we've answered, verify your e-mail in your profile.";

/** The questions that administrators look at. */
export const views = {
	unanswered: "Unanswered",
	published: "Published",
	hidden: "Hidden",
} as const;
/** What became of a question. */
export const stateNames = { waiting: "Waiting", published: "Published", hidden: "Hidden" } as const;
export const lists = "Lists";
export const empty = {
	unanswered: "Every question has an answer.",
	published: "No published questions.",
	hidden: "No hidden questions.",
} as const;
export const emptyHint = "Customers ask on a tool's page. Answering a question publishes it.";
export const answer = "Answer";
export const changeAnswer = "Change answer";
export const aboutAnswers =
	"Anyone can read your answer on the tool's page. We e-mail the first one to the customer.";
export const answerHint = "Leave empty to remove the answer.";
export const publishAnswer = "Publish answer";
export const saveAnswer = "Save answer";
export const publish = "Publish without an answer";
export const show = "Show again";
export const hide = "Hide";
export const remove = "Delete";
export const removeWarning = "The question and its answer will be removed. This can't be undone.";
export const removeForGood = "Delete this question";
export const isPublished = "On the tool's page";
/** Names the question of a button, which tells it from the same button of another. */
export const ofQuestionBy = (author: string) => `: question by ${author}`;
export const done = {
	answered: "Answer published.",
	answerRemoved: "Answer removed.",
	published: "Question published.",
	hidden: "Question hidden.",
	deleted: "Question deleted.",
	gone: "This question is gone.",
} as const;
export const questions = "Questions";
