export default function Home() {
  return (
    <main>
      <h1>Home</h1>
      <a href="/sign-in">Sign in</a>
      <a href="/protected">Protected page</a>
    </main>
  );
}
