import { identityRoute } from "../../../http/identity-route.ts";

export const ALL = identityRoute;
