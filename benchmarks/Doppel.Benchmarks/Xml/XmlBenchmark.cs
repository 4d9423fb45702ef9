using System.Text;
using System.Xml;
using System.Xml.Linq;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.S3;

namespace Doppel.Benchmarks.Xml;

/// <summary>One value of an answer that has come as a stream, as a string.</summary>
#pragma warning disable CA1001 // A stream over an array holds nothing that could be disposed.
public class XmlBenchmark
#pragma warning restore CA1001
{
    private const int ValueLengthMax = 256;

    private static readonly XmlPath s_uploadId = new("InitiateMultipartUploadResult/UploadId");
    private static readonly XmlPath s_code = new("Error/Code");

    private byte[] _bytes = [];
    private MemoryStream _stream = new();
    private XmlPath _path = s_uploadId;
    private string _name = "";

    /// <summary>Which answer: its name and the element that is read.</summary>
    [Params("a begun upload", "an error")]
#pragma warning disable IDE1006 // the name of the column
    public string answer { get; set; } = "a begun upload";
#pragma warning restore IDE1006

    /// <summary>Makes the answer.</summary>
    [GlobalSetup]
    public void Setup()
    {
        bool isUpload = answer == "a begun upload";
        _path = isUpload ? s_uploadId : s_code;
        _name = isUpload ? "UploadId" : "Code";
        _bytes = Encoding.UTF8.GetBytes(isUpload
            ? """
            <?xml version="1.0" encoding="UTF-8"?>
            <InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
              <Bucket>example-bucket</Bucket>
              <Key>reports/2013/annual-report-final.pdf</Key>
              <UploadId>VXBsb2FkIElEIGZvciA2aWWpbmcncyBteS1tb3ZpZS5tMnRzIHVwbG9hZA</UploadId>
            </InitiateMultipartUploadResult>
            """
            : """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>SignatureDoesNotMatch</Code><Message>The signature does not match.</Message>
            <Resource>/example-bucket/reports/2013/annual-report-final.pdf</Resource>
            <RequestId>4442587FB7D0A2F9</RequestId></Error>
            """);
        _stream = new MemoryStream(_bytes);
    }

    [Benchmark, Contestant("XDocument")]
    public string Document()
    {
        _stream.Position = 0;
        XElement root = XDocument.Load(_stream).Root!;
        return root.Element(root.Name.Namespace + _name)!.Value;
    }

    [Benchmark, Contestant("XmlReader")]
    public string Reader()
    {
        _stream.Position = 0;
        using XmlReader reader = XmlReader.Create(_stream);
        string? value = null;
        while (reader.Read())
        {
            bool isElement = reader.NodeType == XmlNodeType.Element && reader.Depth == 1;
            if (value is null && isElement && reader.LocalName == _name)
            {
                value = reader.ReadElementContentAsString();
            }
        }

        return value!;
    }

    [Benchmark, Contestant("XmlReader up to the value")]
    public string ReaderUpToValue()
    {
        _stream.Position = 0;
        using XmlReader reader = XmlReader.Create(_stream);
        reader.MoveToContent();
        reader.ReadToDescendant(_name, reader.NamespaceURI);
        return reader.ReadElementContentAsString();
    }

    [Benchmark, Contestant("XmlStreamReader of the talk", Role.Reference)]
    public string Slide()
    {
        _stream.Position = 0;
        return SlideXmlReader.ReadString(_stream, _name, ValueLengthMax);
    }

    [Benchmark, Contestant("ours, from the stream", Role.Ours)]
    public string Ours()
    {
        _stream.Position = 0;
        return XmlValue.ReadText(_stream, _path)!;
    }

    [Benchmark, Contestant("ours, from bytes", Role.Reference)]
    public string OursFromBytes() => XmlValue.ReadText(_bytes, _path)!;
}
