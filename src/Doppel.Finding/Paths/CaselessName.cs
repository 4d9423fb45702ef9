using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Finding;

/// <summary>Names as a volume without case takes them: equal when upper and lower case are one.</summary>
/// <remarks>
/// By the simple case mapping of Unicode, character by character, as Windows does it; no culture takes part, and a
/// ligature equals no two letters. What is not UTF-8 is compared byte by byte.
/// </remarks>
internal static class CaselessName
{
    private const int CharsOnStack = 512;

    /// <summary>Whether two names are one.</summary>
    internal static bool AreEqual(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        // No letter of ASCII is another case of one outside it.
        if (Ascii.IsValid(left) || Ascii.IsValid(right))
        {
            return Ascii.EqualsIgnoreCase(left, right);
        }

        return Utf8.IsValid(left) && Utf8.IsValid(right)
            ? Encoding.UTF8.GetString(left).Equals(Encoding.UTF8.GetString(right), StringComparison.OrdinalIgnoreCase)
            : left.SequenceEqual(right);
    }

    /// <summary>A hash that is the same for names that are one; of this process only.</summary>
    internal static int GetHash(ReadOnlySpan<byte> name)
    {
        // UTF-16 never has more elements than UTF-8 has bytes.
        Span<char> chars = name.Length <= CharsOnStack ? stackalloc char[CharsOnStack] : new char[name.Length];
        if (Utf8.ToUtf16(name, chars, out _, out int length, replaceInvalidSequences: false) == OperationStatus.Done)
        {
            return string.GetHashCode(chars[..length], StringComparison.OrdinalIgnoreCase);
        }

        var hash = default(HashCode);
        hash.AddBytes(name);
        return hash.ToHashCode();
    }
}
