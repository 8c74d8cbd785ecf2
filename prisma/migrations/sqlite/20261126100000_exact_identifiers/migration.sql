-- The ways back after a change of address were found by the beginning of their identifier, "undo:user:address", which
-- no index serves. The address moves behind the token.
UPDATE "VerificationToken" SET
    "token" = "token" || ' ' || substr("identifier", 6 + instr(substr("identifier", 6), ':')),
    "identifier" = substr("identifier", 1, 4 + instr(substr("identifier", 6), ':'))
WHERE "identifier" LIKE 'undo:%:%';
