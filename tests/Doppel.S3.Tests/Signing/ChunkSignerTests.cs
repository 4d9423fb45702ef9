using System.Text;

namespace Doppel.S3.Tests.Signing;

/// <summary>The two examples of the S3 documentation, with the signatures that it prints.</summary>
public sealed class ChunkSignerTests
{
    private static readonly DateTimeOffset s_time = new(2013, 5, 24, 0, 0, 0, TimeSpan.Zero);
    private static readonly RequestSigner s_signer = new(new S3Credentials
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }, "us-east-1");

    [Fact]
    public void Chunks_have_the_published_signatures()
    {
        ChunkSigner chunks = Begin("4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
        Assert.Equal("ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648", Next(ref chunks, 65536));
        Assert.Equal("0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497", Next(ref chunks, 1024));
        Assert.Equal("b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9", Next(ref chunks, 0));
    }

    [Fact]
    public void Chunks_with_a_trailer_have_the_published_signatures()
    {
        ChunkSigner chunks = Begin("106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
        Assert.Equal("b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2", Next(ref chunks, 65536));
        Assert.Equal("1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7", Next(ref chunks, 1024));
        Assert.Equal("2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992", Next(ref chunks, 0));
        byte[] signature = new byte[32];
        chunks.SignTrailers("x-amz-checksum-crc32c:sOO8/Q==\n"u8, signature);
        Assert.Equal(
            "d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435",
            Convert.ToHexStringLower(signature));
    }

    [Fact]
    public void Signing_a_chunk_allocates_nothing()
    {
        ChunkSigner chunks = Begin(new string('0', 64));
        byte[] content = new byte[8192];
        byte[] signature = new byte[32];
        Assert.Equal(0, AllocatedBytes.Least(() =>
        {
            chunks.SignChunk(content, signature);
            chunks.SignTrailers(content, signature);
        }));
    }

    [Fact]
    public void The_seed_signature_of_chunks_is_the_one_in_the_header()
    {
        var text = new Doppel.Pooling.Utf8Builder(stackalloc byte[512]);
        byte[] signature = new byte[32];
        s_signer.AppendAuthorization(new SampleRequest(), ref text, signature);
        Assert.EndsWith("Signature=" + Convert.ToHexStringLower(signature), text.ToString());
        Assert.Equal(s_signer.GetAuthorization(new SampleRequest()), text.ToString());
        text.Dispose();
        Assert.Throws<ArgumentException>(() => s_signer.BeginChunks(s_time, new byte[31]));
    }

    private static ChunkSigner Begin(string seed) => s_signer.BeginChunks(s_time, Convert.FromHexString(seed));

    private static string Next(ref ChunkSigner chunks, int count)
    {
        byte[] signature = new byte[32];
        chunks.SignChunk(Encoding.ASCII.GetBytes(new string('a', count)), signature);
        return Convert.ToHexStringLower(signature);
    }
}
