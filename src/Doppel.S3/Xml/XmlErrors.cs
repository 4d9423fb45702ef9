using System.Diagnostics.CodeAnalysis;

namespace Doppel.S3;

/// <summary>Throws the exceptions of XML parsing, to keep them out of the hot paths.</summary>
internal static class XmlErrors
{
    [DoesNotReturn]
    internal static void Malformed(string what, int offset) => throw new S3XmlException(what, offset);

    [DoesNotReturn]
    internal static void Cut(int offset) =>
        throw new S3XmlException("The answer ends before its document does.", offset);

    [DoesNotReturn]
    internal static void Repeated(XmlPath path, int offset) =>
        throw new S3XmlException($"There is more than one {path}.", offset);

    [DoesNotReturn]
    internal static void HasElements(XmlPath path, int offset) =>
        throw new S3XmlException($"{path} has elements in it and no text alone.", offset);

    [DoesNotReturn]
    internal static void TooLong(int bytesMax) =>
        throw new S3XmlException($"The answer has more than {bytesMax} bytes.");

    [DoesNotReturn]
    internal static void BadPath(string path) => throw new ArgumentException(
        $"'{path}' is not a path: write element names from the root, separated by '/'.", nameof(path));
}
