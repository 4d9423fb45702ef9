using System.Text;

namespace Doppel.Acting.Tests.Planning;

public sealed class CopyMarksTests
{
    [Theory]
    [InlineData("a (1).jpg")]
    [InlineData("a (12)")]
    [InlineData("a (1).tar.gz")]
    [InlineData("a.tar (2).gz")]
    [InlineData("a - Copy.jpg")]
    [InlineData("a - copy (3).jpg")]
    [InlineData("a copy.txt")]
    [InlineData("a copy 2.txt")]
    [InlineData("Copy of a.txt")]
    [InlineData("COPY (2) OF a")]
    [InlineData(" copy of copy.x")]
    public void Names_that_programs_give_to_copies_are_marked(string name) =>
        Assert.True(CopyMarks.Has(Encoding.UTF8.GetBytes(name)), name);

    [Theory]
    [InlineData("a.jpg")]
    [InlineData("film (1999).mkv")]
    [InlineData("copy")]
    [InlineData("copy.txt")]
    [InlineData("copy 2")]
    [InlineData("a(1).jpg")]
    [InlineData("(1).jpg")]
    [InlineData("a ().jpg")]
    [InlineData("a (x).jpg")]
    [InlineData("photocopy.pdf")]
    [InlineData("Copy of ")]
    [InlineData("chapter 2.txt")]
    public void Other_names_are_plain(string name) => Assert.False(CopyMarks.Has(Encoding.UTF8.GetBytes(name)), name);
}
