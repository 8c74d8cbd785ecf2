import { testGuard } from "../support/guard-fuzz.ts";

testGuard(1_500);
