using System.Text;
using Doppel.Pooling;
using Doppel.S3.Tests.Signing.Verifier;

namespace Doppel.S3.Tests.Checksums;

public sealed class S3ChecksumTests
{
    private static readonly ChecksumAlgorithm[] s_all = Enum.GetValues<ChecksumAlgorithm>();
    private static readonly ChecksumAlgorithm[] s_crcs = s_all[..3];

    [Fact]
    public void Every_algorithm_agrees_with_the_verifier_in_one_and_in_pieces()
    {
        using var state = new ChecksumState(ChecksumAlgorithm.Crc32);
        for (int seed = 0; seed < 100; seed++)
        {
            var random = new Random(seed);
            byte[] content = new byte[random.Next(3000)];
            random.NextBytes(content);
            foreach (ChecksumAlgorithm algorithm in s_all)
            {
                string expected = ChecksumJudge.Expected(ChecksumNames.Header(algorithm), content)!;
                Assert.Equal(expected, S3Checksum.Compute(algorithm, content).ToString());
                state.Reset(algorithm);
                int cut = random.Next(content.Length + 1);
                state.Append(content.AsSpan(0, cut));
                Assert.Equal(S3Checksum.Compute(algorithm, content.AsSpan(0, cut)), state.GetChecksum());
                state.Append(content.AsSpan(cut));
                Assert.Equal((expected, content.Length), (state.GetChecksum().ToString(), state.Length));
                Assert.Equal(expected, state.GetChecksum().ToString());
            }
        }
    }

    [Fact]
    public void A_state_that_is_reset_is_as_good_as_new()
    {
        using var state = new ChecksumState(ChecksumAlgorithm.Sha256);
        foreach (ChecksumAlgorithm algorithm in (ChecksumAlgorithm[])[.. s_all, .. s_all.Reverse()])
        {
            state.Append("left behind"u8);
            state.Reset(algorithm);
            Assert.Equal(S3Checksum.Compute(algorithm, []), state.GetChecksum());
        }

        Assert.Throws<ArgumentOutOfRangeException>(() => state.Reset((ChecksumAlgorithm)5));
    }

    [Fact]
    public void The_text_reads_back_the_same()
    {
        foreach (ChecksumAlgorithm algorithm in s_all)
        {
            S3Checksum part = S3Checksum.Compute(algorithm, "part"u8);
            S3Checksum[] checksums = [part, S3Checksum.Composite([part]), S3Checksum.Composite([part, part, part])];
            foreach (S3Checksum checksum in checksums)
            {
                string text = checksum.ToString();
                var utf8 = new Utf8Builder(64);
                checksum.AppendTo(ref utf8);
                Assert.Equal(text, utf8.ToString());
                Assert.True(S3Checksum.TryParse(algorithm, text, out S3Checksum parsed));
                Assert.True(parsed == checksum && parsed.GetHashCode() == checksum.GetHashCode(), text);
                Assert.True(S3Checksum.TryParse(algorithm, utf8.AsSpan(), out parsed) && parsed == checksum);
                Assert.Equal(checksum, new S3Checksum(algorithm, parsed.Bytes, parsed.Type, parsed.PartCount));
                utf8.Dispose();
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("y/Q5Jg=")]
    [InlineData("y/Q5Jg")]
    [InlineData("y/Q5Jg== ")]
    [InlineData(" y/Q5Jg==")]
    [InlineData("y/Q5 Jg=")]
    [InlineData("y/Q5Jg==-")]
    [InlineData("y/Q5Jg==-0")]
    [InlineData("y/Q5Jg==-+1")]
    [InlineData("y/Q5Jg==-1x")]
    [InlineData("y/Q5Jg==-10001")]
    [InlineData("y/Q5Jg==-99999999999")]
    [InlineData("y/Q5JgAA")]
    [InlineData("y/Q5JgAAAAA=")]
    [InlineData("é/Q5Jg==")]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")]
    public void Text_that_is_no_checksum_of_the_algorithm_is_not_parsed(string text)
    {
        Assert.False(S3Checksum.TryParse(ChecksumAlgorithm.Crc32, text, out S3Checksum checksum));
        Assert.False(S3Checksum.TryParse(ChecksumAlgorithm.Crc32, Encoding.UTF8.GetBytes(text), out checksum));
        Assert.Equal(default, checksum);
    }

    [Fact]
    public void A_full_object_and_a_composite_of_the_same_bytes_differ()
    {
        S3Checksum full = S3Checksum.Compute(ChecksumAlgorithm.Sha256, "x"u8);
        var composite = new S3Checksum(full.Algorithm, full.Bytes, ChecksumType.Composite, 0);
        Assert.NotEqual(full, composite);
        Assert.Equal(full.ToString(), composite.ToString());
    }

    [Fact]
    public void A_composite_is_the_checksum_of_the_checksums_of_parts()
    {
        foreach (ChecksumAlgorithm algorithm in s_all)
        {
            S3Checksum[] parts = [.. Enumerable.Range(0, 100).Select(
                i => S3Checksum.Compute(algorithm, Encoding.ASCII.GetBytes("part " + i)))];
            byte[] bytes = [.. parts.SelectMany(part => part.Bytes.ToArray())];
            Assert.Equal(
                ChecksumJudge.Expected(ChecksumNames.Header(algorithm), bytes) + "-100",
                S3Checksum.Composite(parts).ToString());
        }

        S3Checksum one = S3Checksum.Compute(ChecksumAlgorithm.Crc32, "x"u8);
        Assert.Throws<ArgumentException>(() => S3Checksum.Composite([]));
        Assert.Throws<ArgumentException>(() => S3Checksum.Composite([one, S3Checksum.Composite([one])]));
        Assert.Throws<ArgumentException>(
            () => S3Checksum.Composite([one, S3Checksum.Compute(ChecksumAlgorithm.Crc32C, "x"u8)]));
    }

    [Fact]
    public void Crcs_of_parts_combine_to_that_of_the_object()
    {
        byte[] content = new byte[5000];
        new Random(1).NextBytes(content);
        foreach (ChecksumAlgorithm algorithm in s_crcs)
        {
            S3Checksum whole = S3Checksum.Compute(algorithm, []);
            for (int at = 0; at < content.Length; at += 700)
            {
                ReadOnlySpan<byte> part = content.AsSpan(at, Math.Min(700, content.Length - at));
                whole = S3Checksum.Combine(whole, S3Checksum.Compute(algorithm, part), part.Length);
            }

            Assert.Equal(S3Checksum.Compute(algorithm, content), whole);
        }

        S3Checksum sha = S3Checksum.Compute(ChecksumAlgorithm.Sha1, "x"u8);
        S3Checksum crc = S3Checksum.Compute(ChecksumAlgorithm.Crc32, "x"u8);
        Assert.Throws<ArgumentException>(() => S3Checksum.Combine(sha, sha, 1));
        Assert.Throws<ArgumentException>(() => S3Checksum.Combine(sha, crc, 1));
        Assert.Throws<ArgumentException>(() => S3Checksum.Combine(crc, S3Checksum.Composite([crc]), 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => S3Checksum.Combine(crc, crc, -1));
    }

    [Fact]
    public void Bytes_and_counts_out_of_range_are_refused()
    {
        Assert.Throws<ArgumentException>(() => new S3Checksum(ChecksumAlgorithm.Crc32, new byte[3]));
        Assert.Throws<ArgumentException>(() => new S3Checksum(ChecksumAlgorithm.Sha1, new byte[32]));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new S3Checksum(ChecksumAlgorithm.Crc32, new byte[4], ChecksumType.FullObject, 1));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new S3Checksum(ChecksumAlgorithm.Crc32, new byte[4], ChecksumType.Composite, 10_001));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => new S3Checksum(ChecksumAlgorithm.Crc32, new byte[4], (ChecksumType)2, 0));
    }

    [Fact]
    public void Names_read_back_in_any_case_and_others_do_not()
    {
        foreach (ChecksumAlgorithm algorithm in s_all)
        {
            string word = ChecksumNames.Word(algorithm);
            Assert.Equal("Checksum" + word, ChecksumNames.Element(algorithm));
            string header = ChecksumNames.Header(algorithm).ToUpperInvariant();
            Assert.True(ChecksumNames.TryParseHeader(header, out ChecksumAlgorithm parsed) && parsed == algorithm);
            Assert.True(ChecksumNames.TryParseWord(word, out parsed) && parsed == algorithm);
            Assert.True(ChecksumNames.TryParseWord(
                Encoding.ASCII.GetBytes(word.ToLowerInvariant()), out parsed) && parsed == algorithm);
        }

        foreach (ChecksumType type in Enum.GetValues<ChecksumType>())
        {
            Assert.True(ChecksumNames.TryParseWord(ChecksumNames.Word(type), out ChecksumType parsed));
            Assert.Equal(type, parsed);
            Assert.True(ChecksumNames.TryParseWord(Encoding.ASCII.GetBytes(ChecksumNames.Word(type)), out parsed));
            Assert.Equal(type, parsed);
        }

        string[] others = ["", "CRC", "CRC64", "x-amz-checksum-", "x-amz-checksum-type", "FULL", "é"];
        Assert.All(others, name =>
        {
            Assert.False(ChecksumNames.TryParseHeader(name, out _));
            Assert.False(ChecksumNames.TryParseWord(name, out ChecksumAlgorithm _));
            Assert.False(ChecksumNames.TryParseWord(name, out ChecksumType _));
        });
        Assert.Throws<ArgumentOutOfRangeException>(() => ChecksumNames.Header((ChecksumAlgorithm)(-1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => ChecksumNames.Word((ChecksumType)2));
    }

    [Fact]
    public void Checksums_allocate_nothing()
    {
        byte[] content = new byte[10_000];
        S3Checksum[] parts = new S3Checksum[100];
        using var state = new ChecksumState(ChecksumAlgorithm.Sha1);
        Assert.Equal(0, AllocatedBytes.Least(() =>
        {
            foreach (ChecksumAlgorithm algorithm in s_all)
            {
                state.Reset(algorithm);
                state.Append(content);
                Array.Fill(parts, state.GetChecksum());
                state.Append(content);
                S3Checksum composite = S3Checksum.Composite(parts);
                var text = new Utf8Builder(64);
                composite.AppendTo(ref text);
                Assert.True(S3Checksum.TryParse(algorithm, text.AsSpan(), out S3Checksum parsed));
                _ = parsed == composite;
                text.Dispose();
            }
        }));
    }
}
