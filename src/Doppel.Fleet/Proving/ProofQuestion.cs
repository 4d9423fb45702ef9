using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>A question to another host: does it have this content, now?</summary>
/// <remarks>
/// Both hosts have a secret, the proof key. The question is signed with it, and from it and the question comes the key
/// of the answer, which is a keyed digest of the content: HMAC-SHA-256 (RFC 2104). Since <see cref="Run"/> is random,
/// an answer cannot be older than its question, and without the proof key nobody can make one, the server included.
/// </remarks>
internal sealed record ProofQuestion
{
    internal const int RunBytes = 16;
    internal const int SignatureBytes = 32;

    /// <summary>Gets the random number of the run that asks.</summary>
    internal required byte[] Run { get; init; }

    /// <summary>Gets the number of the question in the run.</summary>
    internal required uint Number { get; init; }

    /// <summary>Gets the number of the host that asks.</summary>
    internal required ulong Asker { get; init; }

    /// <summary>Gets the number of the host that is asked.</summary>
    internal required ulong Host { get; init; }

    internal required ulong Size { get; init; }

    internal required Digest128 Digest { get; init; }

    /// <summary>Gets the absolute path of the file on the host that is asked.</summary>
    internal required byte[] Path { get; init; }

    /// <summary>Gets until when the answer counts, by the server's clock: seconds since 1970.</summary>
    internal required uint Until { get; init; }

    /// <summary>Gets the signature.</summary>
    internal byte[] Signature { get; init; } = [];

    /// <summary>Returns the question with its signature.</summary>
    internal ProofQuestion Signed(byte[] proofKey) => this with { Signature = Sign(proofKey) };

    /// <summary>Returns whether the host that asks has the same proof key.</summary>
    internal bool IsSignedWith(byte[] proofKey) =>
        CryptographicOperations.FixedTimeEquals(Signature, Sign(proofKey));

    /// <summary>Begins the answer.</summary>
    internal ProofHash Begin(byte[] proofKey) => new(Hash(proofKey, "doppel proof 1, answer"u8));

    /// <summary>Adds a row of the table of questions.</summary>
    internal void WriteTo(RowWriter rows, QuestionState state)
    {
        rows.Write(Host);
        rows.Write(Run);
        rows.Write(Number);
        rows.Write(Asker);
        rows.Write(Size);
        rows.Write(Bytes(Digest));
        rows.WriteText(Path);
        rows.Write(Until);
        rows.Write(Signature);
        rows.Write((byte)state);
        rows.Write(state switch
        {
            QuestionState.Open => 1u,
            QuestionState.Answered => 2u,
            _ => 3u,
        });
    }

    private byte[] Sign(byte[] proofKey) => Hash(proofKey, "doppel proof 1, question"u8);

    private byte[] Hash(byte[] proofKey, ReadOnlySpan<byte> purpose)
    {
        var text = new RowWriter();
        text.WriteText(purpose);
        text.Write(Run);
        text.Write(Number);
        text.Write(Asker);
        text.Write(Host);
        text.Write(Size);
        text.Write(Bytes(Digest));
        text.Write(Until);
        text.WriteText(Path);
        return HMACSHA256.HashData(proofKey, text.Bytes.Span);
    }

    internal static byte[] Bytes(Digest128 digest)
    {
        byte[] bytes = new byte[Digest128.ByteCount];
        digest.WriteBytes(bytes);
        return bytes;
    }
}
