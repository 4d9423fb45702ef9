using System.Text;

namespace Doppel.S3.Xml;

/// <summary>
/// Where an element stands: the names of all elements from the root to it, without prefixes, such as
/// <c>InitiateMultipartUploadResult/UploadId</c>.
/// </summary>
/// <remarks>Immutable. Make it once and keep it in a static field.</remarks>
public sealed class XmlPath
{
    private readonly byte[][] _names;
    private readonly string _text;

    /// <summary>Makes a path.</summary>
    /// <param name="path">Names with <c>/</c> in between, at most 64.</param>
    /// <exception cref="ArgumentException">A name is empty or has characters that no name has.</exception>
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
