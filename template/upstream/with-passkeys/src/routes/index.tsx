export default function Home() {
  return (
    <main>
      <h1>Home</h1>
      <a href="/account">Your account</a>
    </main>
  );
}
