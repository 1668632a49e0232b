/**
 * Loads all routes before the tests of a file, for mutation tests: what a module runs while it loads counts for
 * none of them, not for the first that calls it.
 */
const routes = import.meta.glob("../../src/pages/api/**/*.ts");

await Promise.all(Object.values(routes).map((load) => load()));
