using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>A question to another host: does it have this content, now?</summary>
/// <remarks>
/// Both hosts have a secret, the proof key. From it and the question come two keys (HMAC-SHA-256, RFC 2104). With one,
/// the path and the time are encrypted and the rest of the question is protected (AES-GCM, NIST SP 800-38D), so that
/// other hosts that read the table learn no name, and nobody without the proof key can ask. With the other, the answer
/// is made, a keyed digest of the content and of where the file is. Since <see cref="Run"/> is random, an answer cannot
/// be older than its question, and nobody without the proof key can make one, the server included. What a row has
/// beyond that, its state and version, only decides whether somebody sees it.
/// </remarks>
internal sealed record ProofQuestion
{
    internal const int RunBytes = 16;
    internal const int ProofBytes = 32;

    private const int TagBytes = 16;
    private const int WithinBytes = sizeof(uint);

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

    /// <summary>
    /// Gets until when the question is shown to the host that is asked, by the server's clock: seconds since 1970.
    /// </summary>
    internal required uint Until { get; init; }

    /// <summary>
    /// Gets for how many seconds after it has seen the question a host that proves the file keeps it. 0 if sealed.
    /// </summary>
    internal uint Within { get; private init; }

    /// <summary>Gets the absolute path of the file on the host that is asked. Empty if it is sealed.</summary>
    internal byte[] Path { get; private init; } = [];

    /// <summary>Gets the encrypted time and path.</summary>
    internal byte[] Sealed { get; init; } = [];

    /// <summary>Gets what tells it from all other questions.</summary>
    internal (UInt128 Run, uint Number) Key => (BinaryPrimitives.ReadUInt128LittleEndian(Run), Number);

    /// <summary>Gets whether somebody with the proof key asks, so that the path is known.</summary>
    internal bool IsOpen => Path.Length > 0;

    /// <summary>Gets the content that is asked about.</summary>
    internal ProofContent Content => new(Size, Digest);

    /// <summary>Reads a question after its size.</summary>
    internal static ProofQuestion Read(RowStream rows, ulong host, ulong size) => new()
    {
        Host = host,
        Size = size,
        Digest = rows.ReadDigest(),
        Run = rows.ReadBytes(RunBytes),
        Number = rows.ReadUInt32(),
        Asker = rows.ReadUInt64(),
        Sealed = rows.ReadText(),
        Until = rows.ReadUInt32(),
    };

    /// <summary>Returns the question about a path.</summary>
    internal ProofQuestion Seal(byte[] path, uint within, byte[] proofKey)
    {
        byte[] plain = Plain(within, path);
        using AesGcm cipher = CipherOf(KeyOf(proofKey, "doppel proof 2, question"u8, default), out byte[] nonce);
        byte[] text = new byte[plain.Length + TagBytes];
        cipher.Encrypt(nonce, plain, text.AsSpan(0, plain.Length), text.AsSpan(plain.Length), Text(default));
        return this with { Within = within, Path = path, Sealed = text };
    }

    /// <summary>Returns the question with its path, or null if who asks has another proof key.</summary>
    internal ProofQuestion? Open(byte[] proofKey) =>
        Unseal(KeyOf(proofKey, "doppel proof 2, question"u8, default)) is { Length: > WithinBytes } plain
            ? this with
            {
                Within = BinaryPrimitives.ReadUInt32LittleEndian(plain),
                Path = plain[WithinBytes..],
            }
            : null;

    /// <summary>
    /// Returns whether an earlier version of this program asks, with the same proof key. Such a host does not remember
    /// by itself what it asks and promises.
    /// </summary>
    internal bool IsOfEarlierVersion(byte[] proofKey) =>
        Unseal(KeyOf(proofKey, "doppel proof 1, question"u8, default)) is not null;

    /// <summary>Begins the answer.</summary>
    internal ProofHash Begin(byte[] proofKey) =>
        new(KeyOf(proofKey, "doppel proof 2, answer"u8, Plain(Within, Path)));

    /// <summary>Adds a row of the table of questions.</summary>
    internal void WriteTo(RowWriter rows, QuestionState state)
    {
        rows.Write(Host);
        rows.Write(Run);
        rows.Write(Number);
        rows.Write(Asker);
        rows.Write(Size);
        rows.Write(Bytes(Digest));
        rows.WriteText(Sealed);
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

    private byte[]? Unseal(byte[] key)
    {
        if (Sealed.Length < TagBytes)
        {
            return null;
        }

        using AesGcm cipher = CipherOf(key, out byte[] nonce);
        byte[] plain = new byte[Sealed.Length - TagBytes];
        try
        {
            cipher.Decrypt(nonce, Sealed.AsSpan(0, plain.Length), Sealed.AsSpan(plain.Length), plain, Text(default));
            return plain;
        }
        catch (AuthenticationTagMismatchException)
        {
            return null;
        }
    }

    private static byte[] Plain(uint within, byte[] path)
    {
        byte[] plain = new byte[WithinBytes + path.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(plain, within);
        path.CopyTo(plain, WithinBytes);
        return plain;
    }

    // Each key is used once, so the nonce need not differ.
    private static AesGcm CipherOf(byte[] key, out byte[] nonce)
    {
        nonce = new byte[AesGcm.NonceByteSizes.MaxSize];
        return new AesGcm(key, TagBytes);
    }

    private byte[] KeyOf(byte[] proofKey, ReadOnlySpan<byte> purpose, ReadOnlySpan<byte> more) =>
        HMACSHA256.HashData(proofKey.AsSpan(), [.. purpose, .. Text(more)]);

    private byte[] Text(ReadOnlySpan<byte> more)
    {
        var text = new RowWriter();
        text.Write(Run);
        text.Write(Number);
        text.Write(Asker);
        text.Write(Host);
        text.Write(Size);
        text.Write(Bytes(Digest));
        text.Write(Until);
        text.Write(more);
        return text.Bytes.ToArray();
    }
}
