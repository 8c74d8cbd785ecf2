// The template's tests take it from here.
export * from "../../../tests/support/application";
