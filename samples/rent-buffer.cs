#:project ../src/Doppel.Pooling
// Counts the bytes of a file, reading through a rented buffer: dotnet run rent-buffer.cs FILE
using Doppel.Pooling;

using FileStream file = File.OpenRead(args[0]);
using BufferLease<byte> buffer = BufferPool<byte>.Shared.Lease(81_920);   // 81,920 bytes, until the lease is disposed
using Lease<List<int>> reads = ListPool<int>.Shared.Lease();              // an empty list with the capacity it grew to
for (int count; (count = file.Read(buffer.Span)) > 0;)
{
    reads.Value.Add(count);
}

Console.WriteLine($"{reads.Value.Sum()} bytes in {reads.Value.Count} reads");
