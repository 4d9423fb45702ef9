using System.Xml;

namespace Doppel.S3.Tests.Xml;

/// <summary>What the framework's reader finds at a path.</summary>
internal static class XmlOracle
{
    /// <summary>Reads the text at a path.</summary>
    /// <returns>Null if it is not there.</returns>
    /// <exception cref="XmlException">
    /// The document is malformed, or the text is not that of one element alone.
    /// </exception>
    public static string? Read(byte[] document, string path)
    {
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
        using XmlReader reader = XmlReader.Create(new MemoryStream(document), settings);
        var open = new List<string>();
        string? found = null;
        while (reader.Read())
        {
            bool isInside = string.Join('/', open) == path;
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    if (isInside)
                    {
                        throw new XmlException("an element inside");
                    }

                    open.Add(reader.LocalName);
                    if (string.Join('/', open) == path)
                    {
                        found = found is null ? "" : throw new XmlException("a second one");
                    }

                    if (reader.IsEmptyElement)
                    {
                        open.RemoveAt(open.Count - 1);
                    }

                    break;
                case XmlNodeType.EndElement:
                    open.RemoveAt(open.Count - 1);
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA:
                case XmlNodeType.Whitespace or XmlNodeType.SignificantWhitespace:
                    found = isInside ? found + reader.Value : found;
                    break;
            }
        }

        return found;
    }
}
