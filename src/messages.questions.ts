/** Texts of questions and answers about tools: of visitors' pages and of the dashboard. */

export const questionsAndAnswers = "Questions and answers";
export const questionsAbout = (tool: string) => `Questions about ${tool}`;
export const questionsDescription = (tool: string) =>
	`What riders have asked about ${tool}, and what the workshop answered.`;
export const noQuestions = "Nobody has asked about it yet.";
export const noOlderQuestions = "There are no older questions.";
export const notAnswered = "Not answered yet.";
export const promise = "Ask what you want to know before you buy. We answer here and by mail.";
export const ask = "Ask a question";
export const more = "More questions";
export const pagesOfQuestions = "Pages of questions";
/** Before the name and the date. */
export const askedBy = (author: string) => `Asked by ${author}`;

/** The form. */
export const questionRequired = "Write your question.";
export const question = "Your question";
export const questionHint = (name: string) =>
	`Once it is answered, everybody can read it with your name, ${name}.`;
/** Before the shop's e-mail. */
export const aboutOrders = "Is it about an order? Write to {}.";
export const send = "Send question";
export const signInToAsk = "Sign in to ask";
export const signInHint = "You need an account, so that we can tell you when we have answered.";
export const notSold = "We no longer sell it, so there is nothing to ask.";

/** What came of it. */
export const outcomes = {
	asked: "Thank you. Your question is with us.",
	again: "You have asked this before. Once we have answered it, it is on this page.",
	too_many: "You have asked a lot today. Please go on tomorrow, or write to us.",
} as const;
export const mailComes = (email: string) => `We write to ${email} as soon as it is answered.`;
export const mailNeedsVerification =
	"To be told by mail when it is answered, verify your e-mail in your profile.";

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
	unanswered: "Every question has its answer.",
	published: "No question is published.",
	hidden: "No question is hidden.",
} as const;
export const emptyHint =
	"Customers ask on a tool's page. What they ask is published once you answer it.";
export const answer = "Answer";
export const changeAnswer = "Change answer";
export const answerHint =
	"Plain text, which everybody can read on the tool's page. The first answer is mailed to who has asked. Leave it empty to remove it.";
export const publishAnswer = "Publish answer";
export const saveAnswer = "Save answer";
export const publish = "Publish without an answer";
export const show = "Show again";
export const hide = "Hide";
export const remove = "Delete";
export const removeWarning = "It is removed with its answer. This can't be undone.";
export const removeForGood = "Delete this question";
export const isPublished = "On the tool's page";
/** Of a button that acts on a question: tells it from the same button of another. */
export const ofQuestionBy = (author: string) => `: question by ${author}`;
export const done = {
	answered: "The answer is public.",
	answerRemoved: "The answer is removed.",
	published: "The question is public.",
	hidden: "The question is hidden.",
	deleted: "The question is deleted.",
	gone: "This question is no longer there.",
} as const;
export const questions = "Questions";
