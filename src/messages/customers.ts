/** The texts about customers, roles and who may do what, for administrators. */
import { name as shopName } from "../config/config.ts";
import { listOf, plural } from "./numbers.ts";

export const roleNames = {
	user: "Customer",
	packer: "Packer",
	manager: "Manager",
	admin: "Administrator",
} as const;

/** Users of a role. */
const groupNames = {
	user: "customers",
	packer: "packers",
	manager: "managers",
	admin: "administrators",
} as const;

/** What a list shows beside a name. */
export function badgesOf(customer: {
	role: keyof typeof roleNames | "guest";
	verified: boolean;
	blockedAt: Date | null;
}): string[] {
	return [
		...(customer.role === "guest" ? ["Guest"] : []),
		...(customer.role === "user" || customer.role === "guest" ? [] : [roleNames[customer.role]]),
		...(customer.blockedAt ? ["Blocked"] : []),
		...(customer.verified ? [] : ["Not verified"]),
	];
}

export const sortNames = { newest: "Newest", spent: "Highest spend" } as const;
export const historyOfAccounts = "Account history";
export const searchPlaceholder = "Name or e-mail";
export const customer = "Customer";
export const spent = "Spent";
export const lastSeen = "Last seen";
export const email = "E-mail";
export const role = "Role";
export const customerSince = "Customer since";
export const signedInOn = "Signed in on";
export const historyOfAccount = "Account history";
export const reviewsToLookAt = "Reviews to check";
export const state = "Status";
export const aboutList =
	"Accounts, and guests who have paid. Once an account's e-mail is verified, a guest's paid orders with that e-mail move to that account. Search finds guests by the start of their name or e-mail.";
export const ordersWithEmail = "Orders with this e-mail";
export const unverifiedAccount = "Account with this e-mail, not verified yet";
export const aboutGuest = (email: string) => `Ordered without an account as ${email}.`;
export const guestSums = (orders: number, spent: string) =>
	`${plural(orders, { one: "# paid order", other: "# paid orders" })}, ${spent}`;
export const noSuchCustomer = `There is no such customer at ${shopName}.`;
export const noDevice = "–";
export const never = "never";
export const notGiven = "not given";
export const ownAccount = "This is your own account. Another administrator must change it.";
export const notVerified = "The e-mail isn't verified yet, so the account can't get a role.";
export const adminNotBlocked = "An administrator can't be blocked. Change the role first.";
export const deviceCount = (count: number) =>
	count === 0
		? "no device"
		: count < 10
			? plural(count, { one: "# device", other: "# devices" })
			: "10 devices or more";
export const noOrders = "No orders.";
export const noReviews = "No reviews.";
export const noHistory = "No one has changed this account.";
export const hidden = "Hidden";
export const theShop = "The shop";
export const starsOf = (rating: number, tool: string | null) =>
	`${rating} of 5 stars${tool === null ? "" : `, ${tool}`} `;

export const roleOf = (name: string) => `Role of ${name}`;
export const willBeAble = (name: string, role: keyof typeof abilities) =>
	`${name} will be able to ${abilities[role]}.`;
export const willBeSignedOut = "If the new role allows less, they'll be signed out.";
export const roleChanged = (name: string, role: keyof typeof roleNames) =>
	`${name} now has the role ${roleNames[role]}.`;
export const isBlocked = (name: string) => `${name} is blocked.`;
export const isUnblocked = (name: string) => `${name} is unblocked.`;
export const blockedBecause = "Reason for the block";
export const aboutBlock = (name: string) =>
	`${name} is signed out everywhere and can't sign in or order, not even as a guest with a verified e-mail. Unpaid orders are closed, and their stock is returned. Paid orders, refunds and reviews stay as they are.`;
export const aboutUnblock = (name: string) =>
	`${name} can sign in and order again. Closed orders stay closed.`;

export const blockReasonRequired = "Reason is Required";
export const customersCome = "Anyone who creates an account or pays as a guest appears here.";
export const noCustomers = "No customers match. Search by name or e-mail.";

/** The users of some roles, such as "administrators and managers". */
export const groupsOf = (roles: readonly (keyof typeof groupNames)[]) =>
	listOf(roles.map((role) => groupNames[role]));

/** What users of a role can do, for the confirmation of a change. */
export const abilities = {
	user: "order, write reviews and see their own orders, like every customer",
	packer: "see the orders to ship, without prices, ship them and print packing slips",
	manager:
		"see sales, change tools, categories and prices, see, ship, refund and delete all orders, and hide, show and answer reviews and questions",
	admin: "change everything: tools, orders, reviews, customers and all roles, including yours",
} as const;

export const changeRole = "Change role";
export const unblock = "Unblock";
export const block = "Block";
export const unblockQuestion = "Unblock this account?";
export const blockQuestion = "Block this account?";
