/**
 * Every sentence a user may read in a message, toast or form. The first part is the
 * specification's catalogue to the letter, spelling included; the second is our own. Each is an
 * export of its own, so that a page carries only what it may say.
 */
import type { ErrorCode } from "./shop/errors.ts";

// The specification's.

export const emailRequired = "Email is Required";
export const emailInvalid = "Provide a valid Email";
export const passwordRequired = "Password is Required";
export const passwordTooShort = "Must be 6 characters or longer";
export const nameRequired = "Name is Required";
export const imageRequired = "Image is Required";
export const descriptionRequired = "Description is Required";
export const ratingRequired = "Rating is Required";
export const minOrderQuantityRequired = "Minimum Order Quantity is Required";
export const availableQuantityRequired = "Available Quantity is Required";
export const priceRequired = "Price is Required";
export const productPriceRequired = "Product Price is Required";
export const quantityRequired = "Product Quantity is Required";
export const quantityEmpty = "Empty Quantity";
export const quantityExceeded = "Quantity Excedded";
export const quantityBelowMinimum = "minimum quantity is required";
export const ordered = (product: string) => `${product} has been ordered Please check my order`;
export const pleasePay = (total: string) => `Please pay ${total}$ to confirm your order`;
export const paid = "Congrats! Your payment is completed. Check My Orders Page";
export const transactionId = "Your transaction Id:";
export const statusUpdated = "Status is updated";
export const madeAdmin = (email: string) => `Successfully made ${email} an admin`;
export const makeAdminFailed = "Failed to Make an admin";
export const removedAdmin = (email: string) => `Successfully removed ${email} as admin`;
export const removeAdminFailed = (email: string) => `Failed to Remove ${email} from admin`;
export const profileUpdated = "Congrates your submition ios complete";
export const profileUnchanged = "you already havedata";
export const added = "Success!";
export const addFailed = "error";
export const productUpdated = (name: string) => `${name}have been updated`;
export const noOrders = "No Order Found Go to All Tools To order";
export const pageNotFound = "Page Not Found";

// Our own.
export const paymentsUnavailable =
	"The payment provider can't be reached. You have not been charged.";
export const paymentIncomplete = "The payment has not gone through.";
export const signInRequired = "Please sign in first.";
export const tooManyAttempts = "Too many tries. Please wait a moment.";
export const shopBusy = "The shop is busy right now. Please try again in a moment.";
export const internalError = "Something went wrong on our side. Please try again.";
export const invalidText = "This must be text.";
export const tooLong = (max: number) => `Please use at most ${max} characters.`;
export const noControlCharacters = "Please remove invisible control characters.";
export const invalidNumber = "This must be a number.";
export const wholeNumber = "Please use a whole number.";
export const atLeast = (min: number) => `Please use at least ${min}.`;
export const atMost = (max: number) => `Please use at most ${max.toLocaleString("en-US")}.`;
export const priceTooLow = "The price must be at least one cent.";
export const dailyReviewLimit = (max: number) =>
	`You may write ${max} reviews a day. Please come back tomorrow.`;
export const dailyUploadLimit = (max: number) =>
	`You may upload ${max} pictures a day. Please come back tomorrow.`;
export const reviewDeleted = "The review was deleted.";
export const noOwnReviews = "You have not written a review yet.";
export const imageNotUploaded = "Please upload the picture here first.";
export const imageTooLarge = (side: number) =>
	`The picture must not be wider or higher than ${side} pixels.`;
export const imageTypeUnsupported = "Please use a JPEG, PNG or WebP picture.";
export const imageUnreadable = "The picture can't be read. Please try another one.";
export const imageHint = "JPEG, PNG or WebP. Choose a file or drop one here.";
export const imagePreview = "The chosen picture";
export const imageUploading = "Uploading the picture …";
export const imageUploaded = "The picture is uploaded.";
export const removeImage = "Remove picture";
export const uploadFormRequired = "The request must be a form with a file (multipart/form-data).";
export const maxTwoDecimals = "Please use at most two decimals.";
export const orderQuantityWhole = "Please order a whole number.";
export const phoneRequired = "Phone is Required";
export const addressRequired = "Address is Required";
export const partnerNameInvalid = "A partner's name has at most 32 of a to z, 0 to 9 and -.";
/** Before the name that is proposed. */
export const partnerSuggestion = "Use";
export const noPartners = "No order has come from a partner yet.";
export const noMorePartners = "There are no more partners.";
export const partnersTruncated = (max: number) =>
	`The file has the first ${max.toLocaleString("en-US")}.`;
export const unpaidOrderLimit = (unpaid: number) =>
	`You have ${unpaid} unpaid ${unpaid === 1 ? "order" : "orders"}. Pay or delete one first.`;
export const reservationLimit = (max: number, reserved: number) =>
	`Unpaid orders may hold ${max} pieces in all, and yours hold ${reserved}. Order fewer, or pay or delete one first.`;
export const moreWhenVerified = "You may have more once your e-mail is verified: see My Profile.";
export const totalOutOfBounds = "An order must total between $0.50 and $999,999.99.";
export const orderRefunded = "The payment for this order went back to you.";
export const orderDisputed = "Your bank disputes the payment for this order.";
export const orderDeleted = "The order was deleted and its stock returned.";
export const toolDeleted = (name: string) => `${name} was deleted.`;
export const restockBeforeChange =
	"Put it back in stock first, at least 1, to change its price or minimum.";
export const draftRestored = "You are signed in again. What you had typed is still here.";
export const discardChanges = "Discard what you have changed?";
export const noMatches = (searchText: string) => `Nothing matches “${searchText}”.`;
export const truncatedTo = (max: number) =>
	`Only the newest ${max.toLocaleString("en-US")} are sorted and shown here.`;
export const noTools = "There are no tools yet.";
export const noOlderTools = "There are no older tools.";
export const noOlderReviews = "There are no older reviews.";
export const noOrdersYet = "There are no orders yet.";
export const noUsers = "There are no users yet.";
export const noPaidOrders = "Once you have paid for a tool you can name it here.";
export const verifiedPurchaseHint =
	"Naming a tool you have paid for marks the review as a verified purchase.";
export const soldOut = "Sold out for now";
/** There are some, but fewer than the tool's minimum order. */
export const belowMinimumOrder = (quantity: number, minimum: number) =>
	`Only ${quantity} left; the minimum order is ${minimum}`;
export const undo = "Undo";
export const undoTooLate = "It is too late to undo this.";
export const waitingForReview = "Waiting for the first review";
export const shopUnreachable = "The shop can't be reached. Check your connection and try again.";
export const tryAgain = "Try again";
export const errorPageTitle = "Something is in the way";
export const errorPageRequestId = "If it stays so, tell us this number:";
export const newPasswordRequired = "New password is Required";
export const currentPasswordRequired = "Current password is Required";
export const currentPasswordWrong = "This is not your current password.";
export const passwordCommon = "This password is too easy to guess. Please choose another one.";
export const passwordChanged = "Your password is changed. You are signed out everywhere else.";
export const passwordResetDone = "Your new password holds. Sign in with it.";
export const resetLinkSent =
	"If there is an account with this e-mail, a link is on its way to it. It works for an hour.";
export const resetLinkExpired = "This link has been used or is too old. Please ask for a new one.";
export const resetLinkIncomplete =
	"Something is missing from this address. Open the link in your mail once more.";
export const notVerified =
	"Not verified yet. We have sent you a link that proves this e-mail is yours.";
export const verified = "Verified";
export const emailNotVerified = "Not verified";
export const verificationSent = "A new link is on its way to you.";
export const googleOnlyAccount =
	"You sign in with Google. To have a password as well, ask for a link by mail.";
export const mailFailed = "The mail could not be sent. Please try again later.";
export const continueWithGoogle = "Continue with Google";
export const signingIn = "Signing in …";

/** What a refused call says where nothing more exact is known. */
export const errorMessages: Record<ErrorCode, string> = {
	malformed: "The request could not be read.",
	unauthenticated: signInRequired,
	forbidden: "This is not yours to do.",
	https_required: "The shop answers https only.",
	foreign_origin: "The request came from another site and was refused.",
	not_found: "There is no such thing here.",
	method_not_allowed: "This address does not answer that kind of request.",
	request_timeout: "The request took too long to arrive. Please try again.",
	out_of_stock: "There is not enough in stock for this order.",
	price_changed: "The price has changed. Reload the page to see the new one.",
	already_paid: "This order is already paid.",
	order_closed: "This order is no longer open.",
	idempotency_mismatch:
		"An order with other details was sent here before. Look at My Orders before you order again.",
	not_shippable:
		"Only a paid order that is pending can be shipped, not one that is refunded or disputed.",
	too_many_open: "You have too many unpaid orders. Pay or delete one first.",
	not_verified: "This e-mail is not verified yet, so its account can't become an administrator.",
	stock_changed: "Orders have changed the stock since you looked. Reload and try again.",
	last_admin: "The last administrator can't be removed.",
	payment_incomplete: paymentIncomplete,
	payment_mismatch: "This payment does not belong to this order.",
	too_large: "The request is too large.",
	unsupported_media: "The request must be JSON.",
	invalid: "Please check the marked fields.",
	too_many: tooManyAttempts,
	internal: internalError,
	payments_failed: "The payment provider refused the request. You have not been charged.",
	payments_unavailable: paymentsUnavailable,
	unavailable: shopBusy,
	payments_timeout: "The payment provider did not answer in time. Please try again.",
};

/**
 * Why nobody was signed in by Google, by the code in the address: better-auth's, and some of ours.
 * Apart from the others because only the server says them.
 */
export const googleErrorMessages = {
	access_denied: "Google sign-in was cancelled.",
	account_not_linked: "This e-mail already has a password here. Sign in with it first.",
	email_refused: "This e-mail can't be used here. Please sign up with another one.",
	email_not_verified: "Google has not verified this e-mail. Please use a password here.",
	other_google_account: "This e-mail belongs to another Google account here.",
	state_mismatch: "That took too long. Please try again.",
	// Not refusals.too_many: reading it there would keep all of them in the browser's script.
	too_many: tooManyAttempts,
	unavailable: "Google can't be reached right now. Please try again, or use a password.",
	unknown: "Google sign-in did not work. Please try again.",
} as const;

/** What the profile says of the link in the verification mail, by its outcome in the address. */
export const verificationMessages = {
	done: "Thank you. Your e-mail is verified.",
	expired: "This link is too old. Ask for a new one below.",
	broken: "This link is not complete. Open the one in your mail once more, or ask for a new one.",
	other: "This link is for another account. Sign in with that one to use it.",
} as const;

/** What the shop writes in mails. Nothing a user has typed stands in them: the reader need not be that user. */
export const mailTemplates = {
	verify: {
		subject: "Is this your e-mail?",
		intro: "An account at Cogsmith was made with this e-mail. If it is yours, open this link:",
		linkText: "Yes, this e-mail is mine",
		closing:
			"It works for a day, in a browser that is signed in to the account. If you made no account, leave it: then nobody can prove that the e-mail is theirs.",
	},
	reset: {
		subject: "A new password for Cogsmith",
		intro: "Somebody, probably you, asked for a new password at Cogsmith. Choose it here:",
		linkText: "Choose a new password",
		closing:
			"The link works once, for an hour. If you did not ask for it, leave it: your password stays as it is.",
	},
	changed: {
		subject: "Your password at Cogsmith was changed",
		intro:
			"The password of your account at Cogsmith was changed. If that was you, all is well. If not:",
		linkText: "Choose another password",
		closing: "This signs out whoever else is signed in to your account.",
	},
} as const;
