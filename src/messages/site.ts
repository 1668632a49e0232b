/** The texts around all pages, of the home page, the blogs and the portfolio. */
import { name as shopName } from "../config/config.ts";

export const breadcrumb = "Breadcrumb";
/** To the tools that a sale has reduced. */
export const onSale = (count: number) => `On sale (${count})`;
export const categoriesOfTools = "Categories of tools";
/** The label that Directive 2011/83/EU, Article 11a(1) asks for. */
export const withdraw = "Withdraw from contract here";
export const widgetsForYourSite = "Widgets for your site";
export const main = "Main";
export const dashboard = "Dashboard";
export const manageTools = "Manage Tools";
export const signOut = "Sign Out";
export const myAccount = "Account";
/** The name of the one line of links below the checkout. */
export const legalPages = "Legal";
export const menu = "Menu";
/** The name in the header and the menu, where there is little room. */
export const jobs = "Jobs";
/** The name of the footer's links to the pages of the navigation. */
export const pagesOfShop = "Pages";
export const outlineOfMissingTool = "The painted outline of a missing wrench";
export const linkMayBeBroken = "Sorry, the link may be broken, or the page may no longer exist.";
export const backToHome = "Back to Home";
export const carousel = "carousel";
export const slidesScrollSideways = "Slides, scroll sideways";
export const fromTheWorkshop = "From the workshop";
export const slide = "slide";
export const slides = "Slides";
export const shopInFigures = "The shop in figures";
export const totalLikes = "Total likes";
export const likesGrowth = "21% more than last month";
export const productsSold = "Products sold";
export const soldGrowth = "8% more than last month";
export const tasksDone = "Tasks done";
export const skipToContent = "Skip to content";
export const blogs = "Blogs";
/** Above the articles. */
export const articles = "From the workshop";
export const questions = "Questions";
export const browseTheCatalogue = "Browse the catalog";
export const allReviews = "All Review";
export const seeAllReviews = "See All Review";
export const myPortfolio = "My Portfolio";
export const downloadCv = "Download CV";
export const copyright = (year: number) => `Copyright © ${year} ${shopName}. All rights reserved.`;
export const homeOfShop = `${shopName}, home`;
export const notFoundDescription = `This page doesn't exist at ${shopName}.`;
export const slideOf = (number: number, title: string) => `Slide ${number}: ${title}`;

/** Examples in the search field of the home page. */
export const searchExamples = "Chain skips, BB30, 5 mm hex…";
export const waysIn = "Where to start";
export const somethingIsWrong = "Something's wrong";
export const somethingIsWrongText = "Find the cause and the fix.";
export const knowMyBike = "I know my bike";
export const knowMyBikeText = "Answer three questions to see which tools fit.";
export const knowTheTool = "I know the tool";
export const knowTheToolText = "Browse tools by what they're for.";
export const bestSellers = "Best sellers";
export const jobOfMonth = "Job of the month";
export const showTheSteps = "Show the steps";
