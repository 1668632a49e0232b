/** The Worker the tests run inside: their own code calls the shop's routes, nobody fetches this one. */
export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
