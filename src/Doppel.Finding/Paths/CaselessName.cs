using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Finding;

/// <summary>Compares names as a case-insensitive volume does.</summary>
/// <remarks>
/// Uses Unicode simple case mapping, character by character, as Windows does. It is independent of culture, and a
/// ligature does not equal two letters. Names that are not UTF-8 are compared byte by byte.
/// </remarks>
internal static class CaselessName
{
    private const int CharsOnStack = 512;

    /// <summary>Returns whether two names are equal when case is ignored.</summary>
    internal static bool AreEqual(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        // No ASCII letter is the other case of a letter outside ASCII.
        if (Ascii.IsValid(left) || Ascii.IsValid(right))
        {
            return Ascii.EqualsIgnoreCase(left, right);
        }

        return Utf8.IsValid(left) && Utf8.IsValid(right)
            ? Encoding.UTF8.GetString(left).Equals(Encoding.UTF8.GetString(right), StringComparison.OrdinalIgnoreCase)
            : left.SequenceEqual(right);
    }

    /// <summary>Returns a hash that is equal for names that are equal. Valid within this process only.</summary>
    internal static int GetHash(ReadOnlySpan<byte> name)
    {
        // UTF-16 text never has more code units than its UTF-8 form has bytes.
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
