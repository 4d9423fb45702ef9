namespace Doppel.Media.Tests;

public sealed class MediaWordsTests
{
    /// <summary>As reports and plans that are kept somewhere have them.</summary>
    [Fact]
    public void The_words_are_these() => Assert.Equal(
        "mp3 flac wav webp png gif jpeg mp4 aac ogg wave64 aiff wavpack monkeysaudio dsf avi matroska asf heif tiff "
        + "cr3 raf jpegxl jpeg2000 musepack tta tak optimfrog dsdiff caf | strict loose",
        string.Join(' ', Enum.GetValues<MediaFormat>().Select(MediaWords.Of)) + " | "
        + string.Join(' ', Enum.GetValues<MediaPolicy>().Select(MediaWords.Of)));

    [Fact]
    public void Every_format_has_a_word_that_leads_back_to_it() => Assert.All(
        Enum.GetValues<MediaFormat>(),
        static format => Assert.Equal(format, MediaWords.ParseFormat(MediaWords.Of(format))));

    [Fact]
    public void Every_policy_has_a_word_that_leads_back_to_it()
    {
        Assert.All(
            Enum.GetValues<MediaPolicy>(),
            static policy => Assert.Equal(policy, MediaWords.ParsePolicy(MediaWords.Of(policy))));
        Assert.Equal(Enum.GetValues<MediaPolicy>().Select(MediaWords.Of), MediaWords.Policies);
    }

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData("MP3")]
    [InlineData("Strict")]
    [InlineData("strict ")]
    public void Another_word_is_none(string? word)
    {
        Assert.Null(MediaWords.ParseFormat(word));
        Assert.Null(MediaWords.ParsePolicy(word));
    }
}
