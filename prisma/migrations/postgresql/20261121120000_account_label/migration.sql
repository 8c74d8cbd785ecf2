-- What a connected account is called at its provider: shown to its owner.
ALTER TABLE "Account" ADD COLUMN     "label" TEXT;
