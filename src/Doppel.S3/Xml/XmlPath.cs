using System.Text;

namespace Doppel.S3;

/// <summary>
/// The path of an element: the names of all elements from the root to it, without prefixes, such as
/// <c>InitiateMultipartUploadResult/UploadId</c>.
/// </summary>
/// <remarks>Immutable. Create it once and keep it in a static field.</remarks>
public sealed class XmlPath
{
    private readonly byte[][] _names;
    private readonly string _text;

    /// <summary>Creates a path.</summary>
    /// <param name="path">The names, separated by <c>/</c>; at most 64.</param>
    /// <exception cref="ArgumentException">A name is empty or contains an invalid character.</exception>
    public XmlPath(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        _text = path;
        _names = [.. path.Split('/').Select(Encoding.UTF8.GetBytes)];
        bool areNames = _names.All(name => name.Length > 0 && XmlName.LengthAt(name) == name.Length);
        if (!areNames || _names.Length > XmlTokenizer.DepthMax || path.Contains(':', StringComparison.Ordinal))
        {
            XmlErrors.BadPath(path);
        }
    }

    internal int Depth => _names.Length;

    /// <inheritdoc/>
    public override string ToString() => _text;

    internal bool Matches(int depth, ReadOnlySpan<byte> localName) => localName.SequenceEqual(_names[depth - 1]);
}
