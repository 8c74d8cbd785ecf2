import { testGuard } from "../support/guard-fuzz.ts";

testGuard(20_000);
