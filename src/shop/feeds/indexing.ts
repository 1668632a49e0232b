/** Which paths search engines must not index: pages about one person, and forms that lead nowhere by themselves. */

/** The first parts of the paths. */
const privateParts = [
	"login",
	"signup",
	"forgot",
	"reset",
	"verify",
	"alerts",
	"cart",
	"checkout",
	"purchase",
	"payment",
	"orders",
	"withdraw",
	"dashboard",
	"manageTools",
	"update",
	"compare",
	"design",
];

/** Forms about one tool or review: `/tools/{id}/alert`, `/tools/{id}/questions`, `/review/{id}/report`. */
const privateForm = /^\/(tools\/[^/]+\/(alert|questions)|review\/[^/]+\/report)\/?$/;

/** Whether search engines must not index the page at a path, whatever it shows. */
export function isPrivatePath(pathname: string): boolean {
	return privateParts.includes(pathname.split("/")[1] ?? "") || privateForm.test(pathname);
}
