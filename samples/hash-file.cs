#:project ../src/Doppel.Hashing
// Prints the XXH3-128 digest of a file, as xxhsum -H2 does: dotnet run hash-file.cs FILE
using Doppel.Hashing;

using FileStream file = File.OpenRead(args[0]);
var state = new Xxh3State();
var buffer = new byte[256 * 1024];
for (int count; (count = file.Read(buffer)) > 0;)
{
    state.Append(buffer.AsSpan(0, count));
}

Console.WriteLine($"{state.GetDigest()}  {args[0]}");
