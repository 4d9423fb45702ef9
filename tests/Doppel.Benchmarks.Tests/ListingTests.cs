using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Tests;

public sealed class ListingTests
{
    private const string Text = """
        ; Assembly listing for method N.Type:Loop(byte[]):int (FullOpts)
        ; FullOpts code

        G_M000_IG01:
               push     rbp
        G_M000_IG02:
               cmp      eax, 3
               jae      SHORT G_M000_IG05 ; why
               align    [0 bytes for IG03]
        G_M000_IG03:
               cmp      eax, ecx
               jae      G_M000_IG05
               inc      eax
               jl       SHORT G_M000_IG03
        G_M000_IG04:
               jmp      SHORT G_M000_IG02
               ret
        G_M000_IG05:
               call     CORINFO_HELP_RNGCHKFAIL
               int3

        ; Total bytes of code 42

        ; Assembly listing for method N.Type:Other():int (FullOpts)
        G_M000_IG01:
               ret
        ; Total bytes of code 1
        """;

    [Fact]
    public void Bounds_checks_are_the_jumps_to_the_code_that_throws()
    {
        IReadOnlyList<MethodListing> listings = MethodListing.Parse(Text);
        Assert.Equal(["Type.Loop", "Type.Other"], listings.Select(listing => listing.Name));
        Assert.Equal([42, 1], listings.Select(listing => listing.Bytes));
        Assert.Equal([2, 0], listings.Select(listing => listing.BoundsChecks));
        Assert.Equal([1, 0], listings.Select(listing => listing.LoopBoundsChecks));
        Assert.Equal([4, 0], listings.Select(listing => listing.LoopInstructions));
        Assert.Equal([11, 1], listings.Select(listing => listing.Instructions));
    }
}
