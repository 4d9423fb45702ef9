using System.Globalization;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Doppel.S3.Server;

/// <summary>XML as S3 writes and reads it.</summary>
internal static class S3Xml
{
    private static readonly XNamespace s_space = "http://s3.amazonaws.com/doc/2006-03-01/";

    /// <summary>An element with text, or with what is in it; null in the content stands for nothing.</summary>
    public static XElement Element(string name, params object?[] content) => new(s_space + name, content);

    public static XElement Element(string name, long value) =>
        Element(name, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>An answer with this as its body.</summary>
    public static Answer Answer(XElement root)
    {
        // A key may hold characters that XML has no form for; S3 writes references to them all the same.
        var settings = new XmlWriterSettings
        {
            CheckCharacters = false,
            NewLineHandling = NewLineHandling.Entitize,
            Encoding = new UTF8Encoding(false),
        };
        using var bytes = new MemoryStream();
        using (XmlWriter writer = XmlWriter.Create(bytes, settings))
        {
            root.Save(writer);
        }

        return new Answer(200) { Body = bytes.ToArray() }.With("Content-Type", "application/xml");
    }

    /// <summary>Reads a body.</summary>
    /// <exception cref="S3Error">It is no XML, or another root.</exception>
    public static XElement Parse(byte[] body, string rootName)
    {
        try
        {
            using var reader = XmlReader.Create(new MemoryStream(body), new XmlReaderSettings
            {
                CheckCharacters = false,
                DtdProcessing = DtdProcessing.Prohibit,
            });
            XElement root = XDocument.Load(reader, LoadOptions.PreserveWhitespace).Root!;
            return root.Name.LocalName == rootName ? root : throw S3Error.MalformedXml;
        }
        catch (XmlException)
        {
            throw S3Error.MalformedXml;
        }
    }

    /// <summary>The children of this name, whatever their namespace.</summary>
    public static IEnumerable<XElement> All(this XElement parent, string name) =>
        parent.Elements().Where(child => child.Name.LocalName == name);

    /// <summary>The text of the first child of this name; null if there is none.</summary>
    public static string? Text(this XElement parent, string name) => parent.All(name).FirstOrDefault()?.Value;

    /// <summary>The number in the first child of this name.</summary>
    public static int Number(this XElement parent, string name) =>
        int.TryParse(parent.Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : throw S3Error.MalformedXml;
}
