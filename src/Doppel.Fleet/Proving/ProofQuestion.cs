using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>A question to another host: does it have this content, now?</summary>
/// <remarks>
/// Both hosts have a secret, the proof key. From it and the question come two keys (HMAC-SHA-256, RFC 2104). With one,
/// the path is encrypted and the rest of the question is protected (AES-GCM, NIST SP 800-38D), so that other hosts that
/// read the table learn no name, and nobody without the proof key can ask. With the other, the answer is made, a keyed
/// digest of the content. Since <see cref="Run"/> is random, an answer cannot be older than its question, and nobody
/// without the proof key can make one, the server included.
/// </remarks>
internal sealed record ProofQuestion
{
    internal const int RunBytes = 16;
    internal const int ProofBytes = 32;

    private const int TagBytes = 16;

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

    /// <summary>Gets until when the answer counts, by the server's clock: seconds since 1970.</summary>
    internal required uint Until { get; init; }

    /// <summary>Gets the absolute path of the file on the host that is asked. Empty if it is sealed.</summary>
    internal byte[] Path { get; private init; } = [];

    /// <summary>Gets the encrypted path.</summary>
    internal byte[] SealedPath { get; init; } = [];

    /// <summary>Returns the question about a path.</summary>
    internal ProofQuestion Seal(byte[] path, byte[] proofKey)
    {
        using AesGcm cipher = CipherOf(proofKey, out byte[] nonce);
        byte[] text = new byte[path.Length + TagBytes];
        cipher.Encrypt(nonce, path, text.AsSpan(0, path.Length), text.AsSpan(path.Length), Text(default));
        return this with { Path = path, SealedPath = text };
    }

    /// <summary>Returns the question with its path, or null if who asks has another proof key.</summary>
    internal ProofQuestion? Open(byte[] proofKey)
    {
        if (SealedPath.Length < TagBytes)
        {
            return null;
        }

        using AesGcm cipher = CipherOf(proofKey, out byte[] nonce);
        byte[] path = new byte[SealedPath.Length - TagBytes];
        try
        {
            cipher.Decrypt(
                nonce, SealedPath.AsSpan(0, path.Length), SealedPath.AsSpan(path.Length), path, Text(default));
            return this with { Path = path };
        }
        catch (AuthenticationTagMismatchException)
        {
            return null;
        }
    }

    /// <summary>Begins the answer.</summary>
    internal ProofHash Begin(byte[] proofKey) => new(KeyOf(proofKey, "doppel proof 1, answer"u8, Path));

    /// <summary>Adds a row of the table of questions.</summary>
    internal void WriteTo(RowWriter rows, QuestionState state)
    {
        rows.Write(Host);
        rows.Write(Run);
        rows.Write(Number);
        rows.Write(Asker);
        rows.Write(Size);
        rows.Write(Bytes(Digest));
        rows.WriteText(SealedPath);
        rows.Write(Until);
        rows.Write((byte)state);
        rows.Write(state switch
        {
            QuestionState.Open => 1u,
            QuestionState.Answered => 2u,
            _ => 3u,
        });
    }

    internal static byte[] Bytes(Digest128 digest)
    {
        byte[] bytes = new byte[Digest128.ByteCount];
        digest.WriteBytes(bytes);
        return bytes;
    }

    // Each key is used once, so the nonce need not differ.
    private AesGcm CipherOf(byte[] proofKey, out byte[] nonce)
    {
        nonce = new byte[AesGcm.NonceByteSizes.MaxSize];
        return new AesGcm(KeyOf(proofKey, "doppel proof 1, question"u8, default), TagBytes);
    }

    private byte[] KeyOf(byte[] proofKey, ReadOnlySpan<byte> purpose, ReadOnlySpan<byte> path) =>
        HMACSHA256.HashData(proofKey.AsSpan(), [.. purpose, .. Text(path)]);

    private byte[] Text(ReadOnlySpan<byte> path)
    {
        var text = new RowWriter();
        text.Write(Run);
        text.Write(Number);
        text.Write(Asker);
        text.Write(Host);
        text.Write(Size);
        text.Write(Bytes(Digest));
        text.Write(Until);
        text.Write(path);
        return text.Bytes.ToArray();
    }
}
