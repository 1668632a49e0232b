/**
 * Every message, toast and form error that users read. The first part is the specification's
 * catalogue to the letter, spelling included; the second part is ours. Each is an export of its
 * own, so that tree shaking leaves in a page only those that it uses.
 */

import type { ErrorCode } from "../errors.ts";
import { formatNumber, plural } from "./numbers.ts";

// The specification's.

export const dayWrong = "Use a real date, such as 2026-11-22.";
export const timeWrong = "Use a real date and time, such as 2026-11-22T10:00:00Z.";
export const emailRequired = "Email is Required";
export const emailInvalid = "Provide a valid Email";
/** An address such as a@b, which no other e-mail server reaches. */
export const emailWithoutDot = (address: string) =>
	`Is ${address} right? It should end in something like example.com.`;
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
export const cartEmpty = "Your cart is empty.";
export const tooManyLines = (max: number) => `You can order up to ${max} different tools at once.`;
export const toolTwice = "List each tool only once.";
export const noLongerSold = "No longer sold";
export const priceIsNow = (price: string) => `The price is now ${price}.`;
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
export const paymentIncomplete = "The payment didn't go through.";
export const paymentProcessing = "Your payment is being processed.";
export const processingLine =
	"Your bank needs a few days. Your order stays reserved, and we'll e-mail you when it's paid.";
export const processingLines =
	"Your bank needs a few days. Your orders stay reserved, and we'll e-mail you when they're paid.";
export const seeOrder = "See the order";
export const lineChanged = "This order has changed. Reload the page to see the latest.";
export const signInRequired = "Please sign in first.";
export const tooManyAttempts = "Too many attempts. Please try again in a moment.";
export const shopBusy = "The shop is busy right now. Please try again in a moment.";
export const internalError = "Something went wrong on our side. Please try again.";
export const notWithUpdatedSince = "This can't be combined with updatedSince.";
export const unknownParameter = "There is no such parameter.";
export const invalidText = "This must be text.";
export const trueOrFalseOnly = "This must be true or false.";
export const listOnly = "This must be a list.";
export const objectOnly = "This must be an object.";
export const valueMissing = "This is missing.";
export const oneOf = (values: string) => `Use one of these: ${values}.`;
export const checkValue = "Check this value: it doesn't belong here.";
export const tooLong = (max: number) => `Please use at most ${max} characters.`;
export const noControlCharacters = "Please remove invisible control characters.";
export const oneLineOnly = "Please use one line.";
export const noWebAddress = "Please enter a name without a web address.";
export const invalidNumber = "This must be a number.";
export const wholeNumber = "Please use a whole number.";
export const atLeast = (min: number) => `Please use at least ${min}.`;
export const atMost = (max: number) => `Please use at most ${formatNumber(max)}.`;
export const priceTooLow = (min: string) => `The price must be at least ${min}.`;
export const dailyReviewLimit = (max: number) =>
	`You can post ${max} reviews a day. Please try again tomorrow.`;
export const dailyUploadLimit = (max: number) =>
	`You can upload ${max} images a day. Please try again tomorrow.`;
export const reviewDeleted = "The review was deleted.";
export const noOwnReviews = "You haven't written a review yet.";
export const imageNotUploaded = "Please upload the image first.";
export const imageTooLarge = (side: number) => `Use an image of at most ${side} × ${side} pixels.`;
export const imageTypeUnsupported = "Please use a JPEG, PNG or WebP image.";
export const imageUnreadable = "The image can't be read. Please try another one.";
export const imageQuota =
	"We can't take more images this month. Everything else works without one.";
export const imageHint = "JPEG, PNG or WebP. Choose a file or drop one here.";
export const imagePreview = "Selected image";
export const imageUploading = "Uploading the image…";
export const imageUploaded = "Image uploaded.";
export const removeImage = "Remove image";
export const formRequired = "The request must be a form (application/x-www-form-urlencoded).";
export const uploadFormRequired = "The request must be a form with a file (multipart/form-data).";
export const maxTwoDecimals = "Please use at most two decimal places.";
export const orderQuantityWhole = "The quantity must be a whole number.";
export const phoneRequired = "Phone is Required";
export const phoneTooShort = "Check the phone number: it needs at least 5 digits.";
export const addressRequired = "Address is Required";
export const addressTwice = "Send the address in one line or in separate fields, not both.";
export const openingPayment = "Opening the payment…";
export const loadingOrder = "Loading your order…";
/** Without JavaScript, on the page of a cart or checkout that needs it. */
export const goOnWithoutScript = "Continue without JavaScript";
export const choose = "Choose…";
export const changeCart = "Change the cart";
export const linesRejected = "Some tools can't be ordered. Change them or continue without them.";
export const nothingToOrder = "None of these tools can be ordered right now.";
export const chooseCountryFirst = "Choose a country";
export const taxPending = "Calculated when you order";
export const unknownTool = "Unknown tool";
export const countryRequired = "Country is Required";
export const countryUnknown = "Please choose a country.";
export const taxUnavailable = "We can't calculate the tax right now. Please try again in a moment.";
export const taxLocationUnknown =
	"We can't calculate the tax for this address. Please check the address.";
/** On a job's page: the tools it takes, on the button of a browser without JavaScript, which can't count what is ticked. */
export const addTicked = "Add selected tools to cart";
export const tickTools = "Select the tools you need";
export const inYourCart = "✓ In your cart";
export const kitInCart = "They're in your cart.";
export const kitNotAdded = "Some of these tools couldn't be added to your cart.";
export const kitComplete = "You have them all";
export const haveIt = "✓ You have it";

export const invalidBike = "Must be a bike, such as cassette=xd&chain=11";

export const partnerNameInvalid = "Please use at most 32 characters: a to z, 0 to 9 and hyphens.";
/** The label before a suggested partner name. */
export const partnerSuggestion = "Use";
export const noPartners = "No orders from partners yet.";
export const noMorePartners = "There are no more partners.";
export const partnersTruncated = (max: number) =>
	`The file contains only the first ${formatNumber(max)}.`;
export const unpaidOrderLimit = (unpaid: number) =>
	plural(unpaid, {
		one: "You have # unpaid order. Pay for it or delete it first.",
		other: "You have # unpaid orders. Pay for or delete one first.",
	});
export const reservationLimit = (max: number, reserved: number) =>
	`Unpaid orders can hold up to ${max} items; yours hold ${reserved}. Order fewer, or pay for or delete one first.`;
export const moreWhenVerified = "Verify your e-mail in My Profile to raise this limit.";
export const totalOutOfBounds = (min: string, max: string) =>
	`An order must total between ${min} and ${max}.`;
export const lineRefunded = "This order was refunded.";
export const ordersRefunded = "These orders were refunded.";
export const ordersDisputed = "The payment for these orders is disputed.";
export const orderAndReceipt = "Order and receipt";
export const yourOrders = "Your orders";
export const lineDisputed = "The payment for this order is disputed.";
export const lineDeleted = "The order was deleted and its items are back in stock.";
export const toolDeleted = (name: string) => `${name} was deleted.`;
export const restockBeforeChange =
	"Set the stock to at least 1 before you change the price or minimum.";
export const draftRestored = "Your changes are still here.";
export const discardChanges = "Discard your changes?";
export const noMatches = (searchText: string) => `Nothing matches “${searchText}”.`;
export const truncatedTo = (max: number) => `Only the newest ${formatNumber(max)} are shown.`;
export const noTools = "There are no tools yet.";
export const noOlderTools = "There are no older tools.";
export const noOlderReviews = "There are no older reviews.";
export const noOrdersYet = "There are no orders yet.";
export const noUsers = "There are no users yet.";
export const noPaidOrders = "Tools you've paid for will appear here.";
export const verifiedPurchaseHint =
	"Choose a tool you've paid for to mark the review as a verified purchase.";
export const soldOut = "Sold out";
/** Some are in stock, but fewer than the tool's minimum order. */
export const belowMinimumOrder = (quantity: number, minimum: number) =>
	`Only ${quantity} left; the minimum order is ${minimum}`;
export const undo = "Undo";
export const undoTooLate = "It's too late to undo this.";
export const stockAlert = "E-mail me when it is back";
export const stockAlertAsked = (tool: string, email: string) =>
	`We'll send one e-mail to ${email} when ${tool} is back in stock.`;
export const stockAlertOffer = (tool: string, email: string) =>
	`${tool} isn't in stock. We can send one e-mail to ${email} when it's back.`;
export const stockAlertNotVerified =
	"We only write to verified e-mail addresses. Verify yours in My Profile, then come back.";
/** Without an account. */
export const stockAlertByEmail = (tool: string) =>
	`${tool} isn't in stock. Leave your e-mail and we'll write once, when it's back.`;
export const stockAlertSend = "Send the link to confirm";
export const stockAlertSent = (tool: string) =>
	`Check your e-mail. Open our link to confirm, and we'll tell you when ${tool} is back.`;
export const stockAlertConfirm = (tool: string, email: string) =>
	`One last step: tell us to e-mail ${email} when ${tool} is back in stock.`;
export const stockAlertLinkOver =
	"This link is incomplete or more than a week old. Ask again here.";
export const tooManyAlerts =
	"We've sent too many e-mails to this address or from your network today. Try again tomorrow.";
export const stockAlertInStock = (tool: string) => `${tool} is in stock.`;
export const stockAlertRemove = "Don't e-mail me";
export const stopAlerts = "Stop all alerts";
export const stopAlertsOffer =
	"You asked us to e-mail you when tools are back in stock. We can stop all of those e-mails.";
export const stopAlertsDone = "Done. We won't e-mail you about stock unless you ask again.";
export const stopDigest = "Stop the digest";
export const stopDigestOffer = (email: string) =>
	`We e-mail ${email} a digest of new orders and low stock. We can stop it.`;
export const stopDigestDone = (email: string) => `Done. We won't send ${email} the digest anymore.`;
export const resumeDigest = "Start the digest again";
export const resumeDigestDone = (email: string) => `Done. We'll send ${email} the digest again.`;
export const waitingForReview = "Waiting for the first review";
export const shopUnreachable = "The shop can't be reached. Check your connection and try again.";
export const tryAgain = "Try again";
export const reload = "Reload";
export const errorPageTitle = "Something went wrong";
export const errorPageRequestId = "If this keeps happening, send us this ID:";
export const newPasswordRequired = "New password is Required";
export const currentPasswordRequired = "Current password is Required";
export const currentPasswordWrong = "This is not your current password.";
export const passwordCommon = "This password is too easy to guess. Please choose another one.";
export const passwordChanged = "Password changed. You are signed out on all other devices.";
export const passwordResetDone = "Password changed. Sign in.";
export const resetLinkSent =
	"If an account has this e-mail, we've sent it a link. The link works for an hour.";
export const resetLinkExpired =
	"This link has expired or was already used. Please request a new one.";
export const resetLinkIncomplete = "This link is incomplete. Open the link in your e-mail again.";
export const notVerified = "Not verified yet. We've sent you a verification link.";
export const verified = "Verified";
export const emailNotVerified = "Not verified";
export const verificationSent = "We've sent you a new link.";
export const googleOnlyAccount =
	"You sign in with Google. To add a password, request a link by e-mail.";
export const mailFailed = "We couldn't send the e-mail. Please try again later.";
export const continueWithGoogle = "Continue with Google";
export const signingIn = "Signing in…";

// The cart. Those that are plain texts are on public pages too, whose scripts use no functions of this file.
export const cart = "Cart";
export const addToCart = "Add to cart";
export const addedToCart = "Added to cart.";
/** Says it of several pieces. A constant with a place for their number: public scripts load no functions. */
export const piecesAddedToCart = "# added to cart.";
export const viewCart = "View cart";
export const cartFull = "Your cart is full: it holds 50 different tools.";
export const cartHasAll = "Your cart already has all we have in stock.";
export const cartNotStored =
	"This browser won't let us store a cart. You can still order with Purchase.";
/** A tool is sold out, or was taken from sale. */
export const cannotOrderNow = "This tool can't be ordered right now.";

export const bundleNotAdded = "A kit can't be added to an order. Place a separate order for it.";
export const emailOfAccount = "This order keeps its account's e-mail.";

/** What somebody who signs in to a blocked account reads. */
export const accountBlocked = "This account is blocked. Write to us if you think that's a mistake.";

/** The default message of each error code. */
export const errorMessages: Record<ErrorCode, string> = {
	malformed: "We couldn't read the request.",
	unauthenticated: signInRequired,
	forbidden: "You don't have permission to do this.",
	https_required: "HTTPS is required.",
	foreign_origin: "The request came from another site and was rejected.",
	not_found: "There's nothing here.",
	gone: "This is no longer here.",
	method_not_allowed: "This method is not allowed here.",
	request_timeout: "The request took too long to arrive. Please try again.",
	out_of_stock: "There isn't enough in stock for this order.",
	price_changed: "The price has changed. Reload the page to see the new one.",
	checkout_required: "Order this at the checkout.",
	already_paid: "This order is already paid.",
	order_closed: "This order is no longer open.",
	idempotency_mismatch:
		"This was already sent with other values. Reload the page and check what was saved before you send it again.",
	not_shippable:
		"Only a paid, pending order can be shipped, not one that's canceled, refunded or disputed.",
	already_shipped: "Part of this order has shipped, so its delivery can't be changed.",
	no_mail: "This order has no such e-mail to send right now.",
	not_refundable:
		"Only what's left of a paid order can be refunded, and not while its payment is disputed.",
	not_cancellable: "Only a paid order that hasn't shipped can be canceled.",
	last_reserved: "The last ones are reserved. Sign in with a verified e-mail to order them.",
	too_many_open: "You have too many unpaid orders. Pay for or delete one first.",
	not_verified: "This e-mail isn't verified yet, so its account can't become an administrator.",
	stock_changed: "The stock has changed since you loaded this page. Reload and try again.",
	tool_changed: "Someone else has changed this tool.",
	setting_changed: "Someone else has changed this setting. Reload the page.",
	labels_unavailable: "The label service didn't answer. Nothing was bought. Try again.",
	label_refused: "The carrier refused this label.",
	shop_closed: "The shop isn't taking orders right now.",
	address_taken: "Another tool has this address.",
	last_admin: "The last administrator can't be removed.",
	account_blocked: "This account is blocked. Unblock it first.",
	admin_account: "An administrator can't be blocked. Remove the role first.",
	own_account: "This is your own account. Another administrator must change it.",
	payment_incomplete: paymentIncomplete,
	payment_processing: paymentProcessing,
	payment_mismatch: "This payment doesn't belong to this order.",
	too_large: "The request is too large.",
	unsupported_media: "The request must be JSON.",
	invalid: "Please check the marked fields.",
	too_many: tooManyAttempts,
	internal: internalError,
	payments_failed: "The payment provider rejected the request. You have not been charged.",
	payments_unavailable: paymentsUnavailable,
	image_quota: imageQuota,
	unavailable: shopBusy,
	payments_timeout: "The payment provider didn't answer in time. Please try again.",
};

/**
 * Why a sign-in with Google failed, by the error code in the URL: better-auth's codes and some of
 * ours.
 */
export const googleErrorMessages = {
	access_denied: "Google sign-in was canceled.",
	account_not_linked: "This e-mail already has a password here. Sign in with it first.",
	account_blocked: accountBlocked,
	email_refused: "This e-mail can't be used here. Please sign up with another one.",
	email_not_verified: "Google hasn't verified this e-mail. Please use a password here.",
	other_google_account: "This e-mail is linked to another Google account.",
	state_mismatch: "That took too long. Please try again.",
	// Not errorMessages.too_many: that would pull all of errorMessages into the browser's script.
	too_many: tooManyAttempts,
	unavailable: "Google can't be reached right now. Please try again, or use a password.",
	unknown: "Google sign-in failed. Please try again.",
} as const;

/** The profile page's message after a verification link was opened, by the outcome in the URL. */
export const verificationMessages = {
	done: "Thank you. Your e-mail is verified.",
	expired: "This link has expired. Request a new one below.",
	broken: "This link is incomplete. Open the link in your e-mail again, or request a new one.",
	other: "This link is for another account. Sign in with that one to use it.",
} as const;
