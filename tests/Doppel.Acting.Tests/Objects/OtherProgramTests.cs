using System.Text;
using Doppel.S3.Server;

namespace Doppel.Acting.Tests;

/// <summary>Runs and undos while another program stores objects under the same names.</summary>
public sealed class OtherProgramTests
{
    private const string Keeper = "s3://one/keep";
    private const string Dropped = "s3://one/drop";
    private const string Moved = "s3://one/moved/one/drop";

    private static readonly byte[] s_content = "what was there"u8.ToArray();
    private static readonly byte[] s_other = "something else"u8.ToArray();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void No_object_is_deleted_if_its_keeper_vanishes_or_changes_after_it_was_proved(bool isReplaced)
    {
        using BucketWorld world = Pair();
        int looks = 0;
        world.Handler.Before = request =>
        {
            if (request.Method == "HEAD" && request.Path.EndsWith("/keep", StringComparison.Ordinal) && ++looks == 2)
            {
                Replace(world, Keeper, isReplaced ? s_other : null);
            }
        };
        world.Act([world.Group(Keeper, Dropped)]);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_content, world.Now(Dropped));
    }

    // The last look is right before the deletion.
    [Fact]
    public void No_replaced_object_is_deleted_on_a_server_that_ignores_conditions()
    {
        using BucketWorld world = Pair(new S3Quirks { IgnoresConditionalDelete = true });
        int keeperLooks = 0;
        bool isReplaced = false;
        world.Handler.Before = request =>
        {
            keeperLooks += request.Path.EndsWith("/keep", StringComparison.Ordinal) && request.Method == "HEAD" ? 1 : 0;
            bool isLast = keeperLooks == 2 && request.Path.EndsWith("/drop", StringComparison.Ordinal);
            if (isLast && !isReplaced)
            {
                isReplaced = true;
                Replace(world, Dropped, s_other);
            }
        };
        world.Act([world.Group(Keeper, Dropped)]);
        Assert.True(isReplaced);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_other, world.Now(Dropped));
    }

    [Fact]
    public void A_move_overwrites_nothing_and_its_undo_removes_nothing()
    {
        using BucketWorld world = Pair();
        world.Put("one", Moved["s3://one/".Length..], s_content);
        Move(world);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_content, world.Now(Dropped));
        world.Undo();
        Assert.Equal(s_content, world.Now(Dropped));
        Assert.Equal(s_content, world.Now(Moved));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_of_a_move_takes_nothing_from_an_object_that_replaced_the_moved_one(bool hasOneETag)
    {
        using BucketWorld world = Pair(eTagOf: hasOneETag ? static _ => "\"5d41402abc4b2a76b9719d911017c592\"" : null);
        Move(world);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        Replace(world, Moved, s_other);
        world.Undo();
        Assert.Equal(s_content, world.Now(Dropped));
        Assert.Equal(s_other, world.Now(Moved));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_takes_the_content_from_no_copy_that_has_changed(bool hasThird)
    {
        using BucketWorld world = Pair();
        string third = world.Put("two", "third", s_content);
        PlanGroup group = world.Group(Keeper, Dropped);
        world.Act([hasThird ? group with { Keep = [.. group.Keep, .. world.Group(Keeper, third).Drop] } : group]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        Replace(world, Keeper, s_other);
        world.Undo();
        Assert.Equal(hasThird ? ActStatus.Done : ActStatus.Failed, world.ResultOf(Dropped).Status);
        Assert.Equal(hasThird ? s_content : null, world.Now(Dropped));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_takes_the_content_from_no_file_that_has_changed(bool hasThird)
    {
        using BucketWorld world = Pair();
        string file = world.AddFile("keep", s_content);
        string third = world.Put("two", "third", s_content);
        PlanGroup group = world.Group(file, Dropped);
        world.Act([hasThird ? group with { Keep = [.. group.Keep, .. world.Group(file, third).Drop] } : group]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        File.WriteAllBytes(file, s_other);
        world.Undo();
        Assert.Equal(hasThird ? ActStatus.Done : ActStatus.Failed, world.ResultOf(Dropped).Status);
        Assert.Equal(hasThird ? s_content : null, world.Now(Dropped));
    }

    // Few servers have conditions for copies, so this holds for what is uploaded.
    [Fact]
    public void Undo_overwrites_no_object_that_is_stored_between_its_look_and_its_upload()
    {
        using BucketWorld world = Pair();
        string keeper = world.AddFile("keep", s_content);
        world.Act([world.Group(keeper, Dropped)]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        world.Handler.Before = request =>
        {
            if (request.Method is "PUT" or "POST" && request.Path.EndsWith("/drop", StringComparison.Ordinal))
            {
                world.Handler.Before = null;
                Replace(world, Dropped, s_other);
            }
        };
        world.Undo();
        Assert.NotEqual(ActStatus.Done, world.ResultOf(Dropped).Status);
        Assert.Equal(s_other, world.Now(Dropped));
    }

    /// <summary>The copy is made at the server, or passes through this machine.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Undo_copies_no_object_that_is_replaced_before_any_of_its_requests(bool hasTwoClients)
    {
        bool isReplaced = true;
        for (int at = 1; isReplaced; at++)
        {
            using BucketWorld world = Pair(hasTwoClients: hasTwoClients);
            string keeper = world.Put("two", "kept", s_content);
            world.Act([world.Group(keeper, Dropped)]);
            Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
            (int requests, int moment) = (0, at);
            isReplaced = false;
            world.Handler.Before = _ =>
            {
                if (++requests == moment)
                {
                    isReplaced = true;
                    Replace(world, keeper, s_other);
                }
            };
            world.Undo();
            bool isBack = world.ResultOf(Dropped).Status == ActStatus.Done;
            Assert.Equal(isBack ? s_content : null, world.Now(Dropped));
        }
    }

    /// <summary>The version that the run has left may lie below one of another program.</summary>
    [Fact]
    public void Undo_brings_back_no_version_that_another_program_has_stored()
    {
        using BucketWorld world = Pair();
        world.Memory.SetVersioning("one", "Enabled");
        Replace(world, Dropped, s_content);
        world.Act([world.Group(Keeper, Dropped)]);
        Assert.Equal(ActStatus.Done, world.ResultOf(Dropped).Status);
        Replace(world, Dropped, s_other);
        Replace(world, Dropped, null);
        world.Undo();
        Assert.Equal(s_content, world.Now(Dropped));
    }

    [Fact]
    public void A_move_that_is_given_up_leaves_an_object_that_has_replaced_its_copy()
    {
        using BucketWorld world = Pair();
        bool isReplaced = false;
        world.Handler.Before = request =>
        {
            if (request.Method == "DELETE" && request.Path == "/one/drop")
            {
                isReplaced = true;
                Replace(world, Dropped, s_other);
                Replace(world, Moved, s_other);
            }
        };
        Move(world);
        Assert.True(isReplaced);
        Assert.Equal(ActStatus.Skipped, world.ResultOf(Dropped).Status);
        Assert.Equal(s_other, world.Now(Dropped));
        Assert.Equal(s_other, world.Now(Moved));
    }

    /// <summary>Each of the two buckets has keepers of what goes from the other one.</summary>
    [Theory]
    [InlineData("one")]
    [InlineData("two")]
    public void A_lock_of_another_run_stops_what_has_its_keeper_in_that_bucket(string locked)
    {
        using BucketWorld world = Pair();
        string[] names = [Keeper, world.Put("two", "a", s_content), world.Put("two", "b", s_content), Dropped];
        world.Put(locked, ".doppel-lock", "doppel acts on it from elsewhere, run 7.\n"u8.ToArray());
        world.Act([world.Group(names[0], names[1]), world.Group(names[2], names[3])]);
        Assert.All(world.Results, static result => Assert.Equal(ActStatus.Skipped, result.Status));
        Assert.All(names, name => Assert.Equal(s_content, world.Now(name)));
    }

    // Two equal objects, and one more, so that the bucket shows two ETags.
    private static BucketWorld Pair(
        S3Quirks? quirks = null, Func<StoredObject, string>? eTagOf = null, bool hasTwoClients = false)
    {
        var world = new BucketWorld(
            new MemoryS3Options { Quirks = quirks ?? new S3Quirks(), ETagOf = eTagOf }, "one", "two")
        {
            HasTwoClients = hasTwoClients,
        };
        world.Put("one", "keep", s_content);
        world.Put("one", "drop", s_content);
        world.Put("one", "unlike", Encoding.UTF8.GetBytes("another size"));
        world.Put("two", "unlike", Encoding.UTF8.GetBytes("another size"));
        return world;
    }

    private static void Move(BucketWorld world) => world.Act(
        [world.Group(Keeper, Dropped)], ActionKind.Move,
        static options => options with { MoveTo = "s3://one/moved"u8.ToArray(), DownloadBytesMax = 1000 });

    private static void Replace(BucketWorld world, string name, byte[]? content)
    {
        (string bucket, string key) = (name["s3://".Length..].Split('/')[0], name["s3://one/".Length..]);
        if (content is null)
        {
            world.Memory.Remove(bucket, key);
            return;
        }

        world.Memory.Put(bucket, key, content);
    }
}
