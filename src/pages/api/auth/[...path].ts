import { authRoute } from "../../../http/auth-route.ts";

export const ALL = authRoute;
