/// <reference path="../../.astro/types.d.ts" />
/// <reference path="./bindings.d.ts" />
