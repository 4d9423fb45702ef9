using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>Throws the exceptions of the builders, to keep them out of the hot paths.</summary>
internal static class TextErrors
{
    [DoesNotReturn]
    internal static void TooLong(long wanted, int lengthMax) => throw new InvalidOperationException(
        $"The text would have {wanted} elements, and at most {lengthMax} are possible. Write it in parts.");

    [DoesNotReturn]
    internal static void LengthOutside(int value, int written) => throw new ArgumentOutOfRangeException(
        nameof(value), value, $"The length can be set from 0 to what is written, {written}: text is only cut off.");

    [DoesNotReturn]
    internal static void IndexOutside(int index, int written) => throw new ArgumentOutOfRangeException(
        nameof(index), index, $"The index is outside of what is written, which has {written} elements.");

    [DoesNotReturn]
    internal static void AdvanceOutside(int count, int room) => throw new ArgumentOutOfRangeException(
        nameof(count), count, $"The count must be from 0 to the {room} elements of room.");

    [DoesNotReturn]
    internal static void DestinationTooShort(int destination, int written) => throw new ArgumentException(
        $"The destination has {destination} elements, the text has {written}.", nameof(destination));

    [DoesNotReturn]
    internal static void BadFormatter(Type type, int written, int room) => throw new InvalidOperationException(
        $"{type} says that it wrote {written} elements where there was room for {room}.");

    [DoesNotReturn]
    internal static void AlignmentOutside(int alignment, int lengthMax) => throw new ArgumentOutOfRangeException(
        nameof(alignment), alignment, $"The width of an aligned value must be from 0 to {lengthMax} either way.");
}
