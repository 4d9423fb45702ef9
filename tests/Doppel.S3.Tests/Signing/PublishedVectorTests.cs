using System.Security.Cryptography;
using Doppel.Pooling;

namespace Doppel.S3.Tests.Signing;

/// <summary>The examples of the S3 documentation, with the hashes and signatures that it prints.</summary>
public sealed class PublishedVectorTests
{
    private static readonly RequestSigner s_signer = new(new S3Credentials
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    }, "us-east-1");

    [Fact]
    public void Getting_a_part_of_an_object() => Check(
        new() { Path = "/test.txt", Headers = [new("Range", "bytes=0-9")] },
        "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");

    [Fact]
    public void Putting_an_object_whose_key_is_encoded() => Check(
        new()
        {
            Method = "PUT",
            Path = "/test$file.text",
            Payload = PayloadHash.Compute("Welcome to Amazon S3."u8),
            Headers =
            [
                new("x-amz-storage-class", "REDUCED_REDUNDANCY"), new("Date", "Fri, 24 May 2013 00:00:00 GMT"),
            ],
        },
        "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d",
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");

    [Fact]
    public void Getting_the_lifecycle_of_a_bucket() => Check(
        new() { Query = [new("lifecycle")] },
        "9766c798316ff2757b517bc739a67f6213b4ab36dd5da2f94eaebf79c77395ca",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");

    [Fact]
    public void Listing_objects() => Check(
        new() { Query = [new("prefix", "J"), new("max-keys", "2")] },
        "df57d21db20da04d7fa30298dd4488ba3a2b47ca3a489c74750e0f1e7df1b9b7",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");

    [Fact]
    public void Putting_an_object_in_signed_chunks_begins_with_the_seed() => Check(
        new()
        {
            Method = "PUT",
            Host = "s3.amazonaws.com",
            Path = "/examplebucket/chunkObject.txt",
            Payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
            Headers =
            [
                new("content-encoding", "aws-chunked"), new("content-length", "66824"),
                new("x-amz-decoded-content-length", "66560"), new("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ],
        },
        "cee3fed04b70f867d036f722359b0b1f2f0e5dc0efadbc082b76c4c60e316455",
        "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");

    [Fact]
    public void Putting_an_object_in_signed_chunks_with_a_trailer_begins_with_the_seed() => Check(
        new()
        {
            Method = "PUT",
            Host = "s3.amazonaws.com",
            Path = "/examplebucket/chunkObject.txt",
            Payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER",
            Headers =
            [
                new("Content-Encoding", "aws-chunked"), new("x-amz-decoded-content-length", "66560"),
                new("x-amz-storage-class", "REDUCED_REDUNDANCY"), new("x-amz-trailer", "x-amz-checksum-crc32c"),
            ],
        },
        "44d48b8c2f70eae815a0198cc73d7a546a73a93359c070abbaa5e6c7de112559",
        "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");

    [Fact]
    public void The_header_names_credential_scope_headers_and_signature() => Assert.Equal(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
            + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
            + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        s_signer.GetAuthorization(
            new SampleRequest { Path = "/test.txt", Headers = [new("range", "bytes=0-9")] }));

    private static void Check(SampleRequest request, string canonicalHash, string signature)
    {
        var canonical = new Utf8Builder(stackalloc byte[64]);
        s_signer.AppendCanonicalRequest(request, ref canonical);
        Assert.Equal(canonicalHash, Convert.ToHexStringLower(SHA256.HashData(canonical.AsSpan())));
        byte[] bytes = new byte[32];
        s_signer.Sign(request, bytes);
        Assert.Equal(signature, Convert.ToHexStringLower(bytes));
        canonical.Dispose();
    }
}
