namespace Doppel.Page.Tests;

/// <summary>The page of <c>doppel ui</c> in a real browser, served by the real program.</summary>
public sealed class PageTests
{
    [Fact]
    public void A_review_ends_in_the_trash_and_an_undo_restores_every_byte() => Browser.Run("life");

    [Fact]
    public void The_keyboard_alone_resolves_a_thousand_groups_in_ten_keys() => Browser.Run("keys");

    [Fact]
    public void Every_view_is_accessible_and_fits_and_shows_names_safely() => Browser.Run("views");

    [Fact]
    public void Another_page_in_the_same_browser_reads_and_changes_nothing() => Browser.Run("hostile");

    [Fact]
    public void A_long_list_holds_only_the_rows_in_view() => Browser.Run("large");

    [Fact]
    public void Identical_files_are_shown_once_beside_a_table_of_copies() => Browser.Run("copies");

    [Fact]
    public void Media_are_compared_by_their_tags_pixels_and_waveforms() => Browser.Run("media");

    [Fact]
    public void A_file_and_its_companions_are_one_card_and_one_choice() => Browser.Run("companions");

    [Fact]
    public void Folders_are_compared_mapped_and_decided_as_one() => Browser.Run("folders");

    [Fact]
    public void Copies_that_are_on_no_disk_are_shown_and_never_opened() => Browser.Run("saved");

    [Fact]
    public void Answers_that_are_late_or_lost_change_no_key_and_no_row() => Browser.Run("slow");

    [Fact]
    public void Copies_are_linked_reflinked_or_deleted_and_restored() => Browser.Run("actions");

    [Fact]
    public void A_search_takes_other_filters_from_the_page() => Browser.Run("search");

    [Fact]
    public void Runs_are_undone_with_a_key_or_from_the_history_also_by_the_next_program() => Browser.Run("history");

    [Fact]
    public void A_report_in_HTML_is_filtered_and_sorted_and_asks_for_nothing() => Browser.Run("report");

    [Fact]
    public void A_run_that_was_killed_is_finished_from_the_page() => Browser.Run("killed");
}
