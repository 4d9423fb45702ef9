using Doppel.Hashing;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>The kernels of the suite <c>digests</c> for Native AOT.</summary>
public static class DigestSet
{
    private const string Bytes = "bytes";

    /// <summary>Every way in every cell.</summary>
    public static IReadOnlyList<Kernel> Kernels(bool isShort) =>
        [.. DigestCase.Cells(isShort).SelectMany(cell => Kernels32(cell).Concat(Kernels16(cell)))];

    private static IEnumerable<Kernel> Kernels32(DigestCase cell)
    {
        (byte[] left, byte[] right) = cell.Make(32);
        IReadOnlyList<Parameter> parameters = [new(Bytes, "32"), new("differs", cell.Name)];
        yield return Make("fixed pointer, last word first", Role.Rival, parameters,
            () => Digest32Kernels.PointerFromEnd(left, right));
        yield return Make("fixed pointer, first word first", Role.Rival, parameters,
            () => Digest32Kernels.PointerFromStart(left, right));
        yield return Make("Span<long>, last word first", Role.Rival, parameters,
            () => Digest32Kernels.SpanFromEnd(left, right));
        yield return Make("Span<long>, first word first", Role.Rival, parameters,
            () => Digest32Kernels.SpanFromStart(left, right));
        yield return Make("Vector<byte>", Role.Rival, parameters,
            () => Digest32Kernels.Vector(left, right));
        yield return Make("SequenceEqual, constant length", Role.Rival, parameters,
            () => Digest32Kernels.SequenceEqualConstant(left, right));
        yield return Make("SequenceEqual, length N", Role.Rival, parameters,
            () => Digest32Kernels.SequenceEqualN(left, right, left.Length));
    }

    private static IEnumerable<Kernel> Kernels16(DigestCase cell)
    {
        (byte[] left, byte[] right) = cell.Make(16);
        IReadOnlyList<Parameter> parameters = [new(Bytes, "16"), new("differs", cell.Name)];
        (Digest128 ourLeft, Digest128 ourRight) = cell.MakeOurs();
        yield return Make("fixed pointer, last word first", Role.Rival, parameters,
            () => Digest16Kernels.PointerFromEnd(left, right));
        yield return Make("fixed pointer, first word first", Role.Rival, parameters,
            () => Digest16Kernels.PointerFromStart(left, right));
        yield return Make("Span<long>, last word first", Role.Rival, parameters,
            () => Digest16Kernels.SpanFromEnd(left, right));
        yield return Make("Span<long>, first word first", Role.Rival, parameters,
            () => Digest16Kernels.SpanFromStart(left, right));
        yield return Make("Vector128<byte>", Role.Rival, parameters,
            () => Digest16Kernels.Vector(left, right));
        yield return Make("SequenceEqual, constant length", Role.Rival, parameters,
            () => Digest16Kernels.SequenceEqualConstant(left, right));
        yield return Make("SequenceEqual, length N", Role.Rival, parameters,
            () => Digest16Kernels.SequenceEqualN(left, right, left.Length));
        yield return Make("ours, Digest128", Role.Ours, parameters,
            () => Digest16Kernels.Ours(in ourLeft, in ourRight));
    }

    // The call through the delegate is part of the time, for all alike.
    private static Kernel Make(string name, Role role, IReadOnlyList<Parameter> parameters, Func<bool> compare) =>
        new(name, role, parameters, operations =>
        {
            long equal = 0;
            for (long i = 0; i < operations; i++)
            {
                equal += compare() ? 1 : 0;
            }

            return equal;
        });
}
