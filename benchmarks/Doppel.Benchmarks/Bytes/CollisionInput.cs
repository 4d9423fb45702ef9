using System.Buffers.Binary;

namespace Doppel.Benchmarks.Bytes;

/// <summary>A family of inputs that differ in little, as bad functions do not like it.</summary>
/// <param name="Name">As the table names it.</param>
/// <param name="Bytes">The length of each input.</param>
/// <param name="CounterAt">Where its number stands, eight bytes little-endian; all else is zero.</param>
internal sealed record CollisionInput(string Name, int Bytes, int CounterAt)
{
    /// <summary>The families that are tried.</summary>
    public static IReadOnlyList<CollisionInput> All { get; } =
    [
        new("8 bytes, a counter", 8, 0),
        new("256 bytes, zeros after a counter", 256, 0),
        new("1024 bytes, zeros before a counter", 1024, 1016),
    ];

    /// <summary>Writes the input of a number into a buffer that holds the one of another, or zeros.</summary>
    public void Fill(Span<byte> buffer, long number) =>
        BinaryPrimitives.WriteInt64LittleEndian(buffer[CounterAt..], number);
}
