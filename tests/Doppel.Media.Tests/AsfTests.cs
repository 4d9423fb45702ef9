using System.Buffers.Binary;
using static Doppel.Media.Tests.AsfWriter;

namespace Doppel.Media.Tests;

/// <summary>ASF whose header is put together anew, and damaged.</summary>
public sealed class AsfTests
{
    private const string Padding = "1806D474-CADF-4509-A4BA-9AABCB96AAE8";
    private const string Index = "33000890-E5B1-11CF-89F4-00A0C90349CB";
    private const string FileProperties = "8CABDCA1-A947-11CF-8EE4-00C00C205365";
    private const string StreamProperties = "B7DC0791-A9B7-11CF-8EE6-00C00C205365";
    private const string ContentEncryption = "2211B3FB-BD23-11D2-B4B7-00A0C955FC6E";
    private const string Extension = "5FBF03B5-A92E-11CF-8EE3-00C00C205365";
    private const string Metadata = "C5F8CBEA-5BAF-4877-8467-AA8C44FA4CCA";

    private static byte[] Wmv => Samples.Get("wmv");

    private static string Plain => Payload.Of(Wmv);

    [Fact]
    public void Order_and_number_of_a_headers_objects_are_no_payload()
    {
        (List<byte[]> header, byte[] rest) = Split(Wmv);
        header.Reverse();
        Assert.Equal(Plain, Payload.Of(Join(header, rest)));
        header.Insert(1, Object(Padding, new byte[5000]));
        Assert.Equal(Plain, Payload.Of(Join(header, rest)));
    }

    [Fact]
    public void Indexes_and_file_properties_are_not_payload()
    {
        (List<byte[]> header, byte[] rest) = Split(Wmv);
        byte[] properties = header.Single(static one => Is(one, FileProperties));
        properties.AsSpan(24, 32).Fill(7); // its number, length and date
        properties.AsSpan(24 + 32, 24).Fill(9); // packets and durations
        Assert.Equal(Plain, Payload.Of(Join(header, rest)));
        long dataBytes = BinaryPrimitives.ReadInt64LittleEndian(rest.AsSpan(16));
        rest.AsSpan(24, 16).Fill(3); // the number again
        byte[] data = rest[..(int)dataBytes];
        Assert.Equal(Plain, Payload.Of(Join(header, data)));
        Assert.Equal(Plain, Payload.Of(Join(header, [.. data, .. Object(Index, new byte[77])])));
        Assert.NotEqual(Plain, Payload.Of(Join(header, [.. data, .. "unknown"u8])));
        Assert.NotEqual(Plain, Payload.Of(Join(header, [.. data, .. Object(Padding, new byte[77])])));
    }

    [Fact]
    public void How_to_decode_counts()
    {
        (string Id, int At)[] places = [(FileProperties, 24 + 56), (StreamProperties, 24 + 54), (StreamProperties, 24)];
        foreach ((string id, int at) in places)
        {
            (List<byte[]> header, byte[] rest) = Split(Wmv);
            header.First(one => Is(one, id))[at] ^= 1;
            Assert.NotEqual(Plain, Payload.Of(Join(header, rest)));
        }

        (List<byte[]> locked, byte[] packets) = Split(Wmv);
        locked.Add(Object(ContentEncryption, new byte[40]));
        Assert.NotEqual(Plain, Payload.Of(Join(locked, packets)));
        Assert.NotEqual(Payload.Of(Wmv, MediaPolicy.Loose), Payload.Of(Join(locked, packets), MediaPolicy.Loose));
    }

    [Fact]
    public void When_a_stream_starts_and_its_shape_count_by_the_strict_policy()
    {
        string loose = Payload.Of(Wmv, MediaPolicy.Loose);
        (List<byte[]> header, byte[] rest) = Split(Wmv);
        header.First(static one => Is(one, StreamProperties))[24 + 32] ^= 1;
        Assert.NotEqual(Plain, Payload.Of(Join(header, rest)));
        Assert.Equal(loose, Payload.Of(Join(header, rest), MediaPolicy.Loose));

        (header, rest) = Split(Wmv);
        header.RemoveAll(static one => Is(one, Extension));
        string[] shapes = [.. Enumerable.Range(3, 2).Select(width => Payload.Of(Join(
            [.. header, Extended(Object(Metadata, Entry("AspectRatioX", width), isList: true))], rest)))];
        Assert.NotEqual(shapes[0], shapes[1]);
        string[] others = [.. Enumerable.Range(3, 2).Select(value => Payload.Of(Join(
            [.. header, Extended(Object(Metadata, Entry("IsVBR", value), isList: true))], rest)))];
        Assert.Equal(others[0], others[1]);
    }

    [Fact]
    public void Times_and_extensions_of_a_stream_count()
    {
        // Times, rates and flags, the number of the stream, its language, the average time of a frame, and two counts.
        const int StartAt = 0, FrameAt = 52, ExtensionsAt = 62;
        byte[] Film(Action<byte[]> change, params byte[] more)
        {
            (List<byte[]> header, byte[] rest) = Split(Wmv);
            byte[] content = new byte[64];
            change(content);
            header.Add(Extended(AsfWriter.Object(
                "14E6A5CB-C672-4332-8399-A96952065B5A", [.. content, .. more])));
            return Join(header, rest);
        }

        byte[] Extension(byte id) => Film(
            static content => content[ExtensionsAt] = 1, [id, .. new byte[17], 2, 0, 0, 0, 5, 6]);
        string plain = Payload.Of(Film(static _ => { }));
        string loose = Payload.Of(Film(static _ => { }), MediaPolicy.Loose);
        foreach (int at in (int[])[StartAt, StartAt + 8, FrameAt])
        {
            Assert.NotEqual(plain, Payload.Of(Film(content => content[at] ^= 1)));
            Assert.Equal(loose, Payload.Of(Film(content => content[at] ^= 1), MediaPolicy.Loose));
        }

        Assert.Equal(4, new[] { plain, Payload.Of(Extension(1)), Payload.Of(Extension(2)), Plain }.Distinct().Count());
        Assert.NotEqual(loose, Payload.Of(Extension(1), MediaPolicy.Loose));
    }

    [Fact]
    public void Damaged_files_are_not_comparable()
    {
        (List<byte[]> header, byte[] rest) = Split(Wmv);
        byte[] stream = header.First(static one => Is(one, StreamProperties));
        byte[] lying = [.. stream];
        lying.AsSpan(24 + 40, 4).Fill(0x7F);
        byte[][] files =
        [
            Join(header, rest[..60]),
            Join(header, [.. rest[..16], .. BitConverter.GetBytes(50L), .. rest[24..50]]),
            Join([.. header.Where(static one => !Is(one, FileProperties))], rest),
            Join([.. header.Where(static one => !Is(one, StreamProperties))], rest),
            Join([.. header, stream], rest),
            Join([.. header.Where(static one => !Is(one, StreamProperties)), lying], rest),
            Join(header, []),
        ];
        foreach (byte[] file in files)
        {
            Assert.StartsWith("not comparable: ", Payload.Of(file), StringComparison.Ordinal);
        }
    }
}
